import { nameFigure } from "../figure-names.ts";
import { type Figure, pickLines } from "../figures.ts";
import type { Report, Steps } from "../report.ts";
import type { LogLine } from "../../types.ts";
import { type Period, toHash, useShared } from "./state.ts";

/** A large figure each, and those that belong to it. */
const CARDS: readonly (readonly [Figure, ...Figure[]])[] = [
  ["failures"],
  ["readFirst", "risky", "warned"],
  ["refused", "thenDone"],
  ["undone"],
  ["secrets"],
  ["userBlocks"],
  ["compactions", "recovered"],
  ["offered", "confirmed", "declined", "ignored", "written"],
  ["answers"],
];

interface FiguresProps {
  readonly report: Report;
  readonly lines: readonly LogLine[];
  readonly period: Period;
}

export function Figures({ report, lines, period }: FiguresProps) {
  const { say, language } = useShared();
  const { answers, undone, refusals, compactions } = report;
  const rules = Object.entries(refusals.byRule)
    .toSorted(([, a], [, b]) => b - a)
    .map(([rule]) => rule);
  const median = ({ steps }: Steps) =>
    steps === undefined ? "" : `· ${say("medianSteps", { n: steps })}`;
  const notes: Readonly<Record<string, string>> = {
    thenDone: median(refusals.thenDone),
    recovered: median(compactions.recovered),
    undone: say("docCount", { n: undone.docs }),
    answers: say("quotes", { n: answers.verified, all: answers.quotes }),
  };
  const cards = CARDS.filter(([large]) => large !== "failures" || report.failures > 0);
  return (
    <div class="cards">
      {cards.map(([large, ...others]) => (
        <section class={`card figure ${large}`}>
          <h3>{nameFigure(large, language)}</h3>
          <p class="value">
            <Count figure={large} lines={lines} period={period} />
          </p>
          <p class="more">{notes[large]}</p>
          <ul class="more">
            {[...(large === "refused" ? rules : []), ...others].map((figure) => (
              <li>
                <span class="name">{nameFigure(figure, language)}</span>{" "}
                <Count figure={figure} lines={lines} period={period} /> {notes[figure]}
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
  readonly lines: readonly LogLine[];
  readonly period: Period;
}

/** A number that leads to its lines. Nothing is no place to go to. */
export function Count({ figure, lines, period }: CountProps) {
  const { language } = useShared();
  const count = pickLines(figure, lines).length;
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
