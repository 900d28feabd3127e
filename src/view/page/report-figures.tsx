import { nameFigure } from "../figure-names.ts";
import { type Figure, pickLines } from "../figures.ts";
import type { Report, Steps } from "../report.ts";
import type { LogLine } from "../../types.ts";
import type { Say } from "../texts.ts";
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
  const rules = Object.entries(report.refusals.byRule)
    .toSorted(([, a], [, b]) => b - a)
    .map(([rule]) => rule);
  const cards = CARDS.filter(([large]) => large !== "failures" || report.failures > 0);
  return (
    <div class="cards">
      {cards.map(([large, ...others]) => (
        <section class={`card figure ${large}`}>
          <h3>{nameFigure(large, language)}</h3>
          <p class="value">
            <Count figure={large} lines={lines} period={period} />
          </p>
          <p class="more">{noteOn(large, report, say)}</p>
          <ul class="more">
            {[...(large === "refused" ? rules : []), ...others].map((figure) => (
              <li>
                <span class="name">{nameFigure(figure, language)}</span>{" "}
                <Count figure={figure} lines={lines} period={period} />{" "}
                {noteOn(figure, report, say)}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function noteOn(figure: string, report: Report, say: Say): string | undefined {
  const { answers, undone, refusals, compactions } = report;
  const median = ({ steps }: Steps) =>
    steps === undefined ? undefined : `· ${say("medianSteps", { n: steps })}`;
  switch (figure) {
    case "thenDone":
      return median(refusals.thenDone);
    case "recovered":
      return median(compactions.recovered);
    case "undone":
      return say("docCount", { n: undone.docs });
    case "answers":
      return say("quotes", { n: answers.verified, all: answers.quotes });
    default:
      return undefined;
  }
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
