import { type Report, toCards } from "../report.ts";
import { nameFigure } from "../texts.ts";
import type { LogLine } from "../../types.ts";
import { type Period, toHash, useShared } from "./state.ts";

interface FiguresProps {
  readonly report: Report;
  readonly lines: readonly LogLine[];
  readonly period: Period;
}

export function Figures({ report, lines, period }: FiguresProps) {
  const { language } = useShared();
  return (
    <div class="cards">
      {toCards(lines, report, language).map(({ figure, name, count, note, parts }) => (
        <section class={`card figure ${figure}`}>
          <h3>{name}</h3>
          <p class="value">
            <Count figure={figure} count={count} period={period} />
          </p>
          <p class="more">{note}</p>
          <ul class="more">
            {parts.map((part) => (
              <li>
                <span class="name">{part.name}</span>{" "}
                <Count figure={part.figure} count={part.count} period={period} /> {part.note}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

interface CountProps {
  readonly figure: string;
  readonly count: number;
  readonly period: Period;
}

/** A number that links to its lines; 0 is not a link. */
export function Count({ figure, count, period }: CountProps) {
  const { language } = useShared();
  if (count === 0) return <span class="count">0</span>;
  return (
    <a
      href={toHash("timeline", { filter: figure, period })}
      aria-label={`${nameFigure(figure, language)} ${count}`}
    >
      {count}
    </a>
  );
}
