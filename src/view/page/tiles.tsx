import { pickLines } from "../figures.ts";
import type { TextKey } from "../texts.ts";
import type { LogLine } from "../../types.ts";
import { number } from "./format.ts";
import { type Shared, isInPeriod, toHash, useShared } from "./state.ts";

interface Tile {
  readonly href: string;
  readonly name: TextKey;
  readonly value: string;
  readonly hint: string;
  readonly tone?: "error" | "warning" | "good" | false;
  /** The share of the whole, in percent. */
  readonly share?: number;
}

export function Tiles() {
  const shared = useShared();
  const { say } = shared;
  return (
    <section class="tiles" aria-label={say("overview")}>
      {toTiles(shared).map(({ href, name, value, hint, tone, share }) => (
        <a class={`tile ${tone || ""}`} href={href}>
          <span class="name">{say(name)}</span>
          <span class="value">{value}</span>
          {share !== undefined && (
            <span class="bar" aria-hidden="true">
              <span style={{ width: `${Math.min(100, share)}%` }} />
            </span>
          )}
          <span class="hint">{hint}</span>
        </a>
      ))}
    </section>
  );
}

export function linesToday({ view, today }: Shared, figure: string): LogLine[] {
  return pickLines(figure, view.log.entries).filter(({ at }) => isInPeriod(`day=${today}`, at));
}

function toTiles(shared: Shared): Tile[] {
  const { view, say, locale, today } = shared;
  const docs = view.map.nodes.filter(({ kind }) => kind === "doc");
  const folders = new Set(docs.map(({ folder }) => folder)).size;
  const stale = docs.filter(({ freshness }) => freshness === "stale").length;
  const refusals = linesToday(shared, "refused");
  const last = refusals.at(-1);
  const { text, maxChars, leftOut } = view.prompt;
  const share = Math.round((100 * text.length) / maxChars);
  return [
    {
      href: toHash("map", { filter: "docs" }),
      name: "docs",
      value: number(docs.length, locale),
      hint: say("inFolders", { n: folders }),
    },
    {
      href: toHash("map", { filter: stale > 0 ? "stale" : "docs" }),
      name: "stale",
      value: number(stale, locale),
      hint: say(stale > 0 ? "staleHint" : "nothingStale"),
      tone: stale > 0 && "warning",
    },
    { href: toHash("findings"), name: "findings", ...countFindings(shared) },
    {
      href: toHash("timeline", { filter: "refused", period: `day=${today}` }),
      name: "refusals",
      value: number(refusals.length, locale),
      hint:
        last?.kind === "decision"
          ? say("refusalsLatest", { rule: last.rule ?? "" })
          : say("refusalsNone"),
      // A refusal is shown as good, because the memory did its work.
      tone: last !== undefined && "good",
    },
    {
      href: toHash("prompt"),
      name: "budget",
      value: `${share} %`,
      hint: say("budgetHint", {
        chars: number(text.length, locale),
        max: number(maxChars, locale),
      }),
      tone: leftOut.length > 0 && "warning",
      share,
    },
  ];
}

function countFindings({ view, say, locale }: Shared): Pick<Tile, "value" | "hint" | "tone"> {
  const findings = view.rest?.findings;
  if (findings === undefined) return { value: "–", hint: say("checking") };
  const count = (level: string) => findings.filter((each) => each.level === level).length;
  const [errors, warnings] = [count("error"), count("warning")];
  return {
    value: number(findings.length, locale),
    hint:
      errors + warnings > 0
        ? `${say("errorCount", { n: errors })} · ${say("warningCount", { n: warnings })}`
        : say("findingsNone"),
    tone: errors > 0 ? "error" : warnings > 0 && "warning",
  };
}
