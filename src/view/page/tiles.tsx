import type { ComponentChildren } from "preact";
import { pickLines } from "../figures.ts";
import type { View } from "../view.ts";
import { number } from "./format.ts";
import { type Period, isInPeriod, toHash, toListHash, useShared } from "./state.ts";

export function Tiles() {
  const { view, say, locale } = useShared();
  const docs = view.map.nodes.filter(({ kind }) => kind === "doc");
  const folders = view.map.folders.filter(({ docs: count }) => count > 0).length;
  const stale = docs.filter(({ freshness }) => freshness === "stale").length;
  return (
    <section class="tiles" aria-label={say("overview")}>
      <Tile
        href={toListHash("map", { filter: "docs" })}
        name={say("docs")}
        value={number(docs.length, locale)}
        hint={say("inFolders", { n: folders })}
      />
      <Tile
        href={toListHash("map", { filter: stale > 0 ? "stale" : "docs" })}
        name={say("stale")}
        value={number(stale, locale)}
        hint={say(stale > 0 ? "staleHint" : "nothingStale")}
        tone={stale > 0 ? "warning" : undefined}
      />
      <FindingsTile />
      <RefusalsTile />
      <BudgetTile />
    </section>
  );
}

function FindingsTile() {
  const { view, say, locale } = useShared();
  const findings = view.rest?.findings;
  const count = (level: string) => findings?.filter((each) => each.level === level).length ?? 0;
  const errors = count("error");
  const warnings = count("warning");
  const hint =
    findings === undefined
      ? say(view.rest === undefined ? "checking" : "findingsUnknown")
      : errors + warnings > 0
        ? [say("errorCount", { n: errors }), say("warningCount", { n: warnings })].join(" · ")
        : say("findingsNone");
  return (
    <Tile
      href={toHash("findings")}
      name={say("findings")}
      value={findings === undefined ? "–" : number(findings.length, locale)}
      hint={hint}
      tone={errors > 0 ? "error" : warnings > 0 ? "warning" : undefined}
    />
  );
}

export function countToday(view: View, period: Period, figure: string): number {
  return linesToday(view, period, figure).length;
}

function linesToday({ log }: View, period: Period, figure: string) {
  return pickLines(figure, log.entries).filter(({ at }) => isInPeriod(period, at));
}

/** A refusal is the memory at work: no alarm. */
function RefusalsTile() {
  const { view, say, locale, today } = useShared();
  const period = `day=${today}`;
  const refusals = linesToday(view, period, "refused");
  const last = refusals.at(-1);
  const rule = last?.kind === "decision" ? (last.rule ?? "") : "";
  return (
    <Tile
      href={toListHash("timeline", { filter: "refused", period })}
      name={say("refusals")}
      value={number(refusals.length, locale)}
      hint={last === undefined ? say("refusalsNone") : say("refusalsLatest", { rule })}
      tone={last === undefined ? undefined : "good"}
    />
  );
}

function BudgetTile() {
  const { view, say, locale } = useShared();
  const { text, maxChars, leftOut } = view.prompt;
  const share = Math.round((100 * text.length) / maxChars);
  return (
    <Tile
      href={toHash("prompt")}
      name={say("budget")}
      value={`${share} %`}
      hint={say("budgetHint", {
        chars: number(text.length, locale),
        max: number(maxChars, locale),
      })}
      tone={leftOut.length > 0 ? "warning" : undefined}
    >
      <span class="meter" aria-hidden="true">
        <span style={{ width: `${Math.min(100, share)}%` }} />
      </span>
    </Tile>
  );
}

interface TileProps {
  readonly href: string;
  readonly name: string;
  readonly value: string;
  readonly hint: string;
  readonly tone?: "error" | "warning" | "good" | undefined;
  readonly children?: ComponentChildren;
}

function Tile({ href, name, value, hint, tone, children }: TileProps) {
  return (
    <a class={`tile ${tone ?? ""}`} href={href}>
      <span class="name">{name}</span>
      <span class="value">{value}</span>
      {children}
      <span class="hint">{hint}</span>
    </a>
  );
}
