import { groupBy } from "../bank/group-by.ts";
import type { LogLine, RuleName } from "../types.ts";

/** What the memory did for a project, as far as the decision log tells: counts and paths, nothing else. */
export interface Report {
  /** Of the first line that was looked at; undefined where there is none. */
  readonly since: number | undefined;
  readonly sessions: number;
  readonly turns: number;
  readonly risky: RiskyWrites;
  readonly refusals: Refusals;
  readonly secretsKeptOut: number;
  readonly userBlocksKept: number;
  readonly undone: { readonly times: number; readonly docs: number };
  readonly compactions: { readonly all: number; readonly recovered: Recoveries };
  readonly saves: Readonly<Record<SaveState, number>>;
  readonly answers: { readonly all: number; readonly verified: number; readonly quotes: number };
  readonly reads: readonly ReadDoc[];
}

export interface RiskyWrites {
  readonly all: number;
  /** The conventions had been read before the first try. */
  readonly readFirst: number;
  readonly warned: number;
}

export interface Refusals {
  readonly all: number;
  readonly byRule: Readonly<Partial<Record<RuleName, number>>>;
  /** The same file was written later in that session, as the rules want it. */
  readonly thenDone: Steps;
}

/** How often, and after how many reads and writes of the agent's. */
export interface Steps {
  readonly times: number;
  /** The middle one; undefined where there is none. */
  readonly steps: number | undefined;
}
type Recoveries = Steps;

export interface ReadDoc {
  readonly doc: string;
  readonly times: number;
}

const SAVE_STATES = ["offered", "confirmed", "declined", "ignored", "written"] as const;
type SaveState = (typeof SAVE_STATES)[number];

/** In what the read gate says of a write that it lets through. */
const KNEW = / was read$| is in the prompt, uncut$/;

export function tellReport(lines: readonly LogLine[]): Report {
  const sessions = [...groupBy(lines, rootOf).values()];
  const decisions = lines.filter((line) => line.kind === "decision");
  const refused = decisions.filter(({ decision }) => decision === "refuse");
  const risky = decisions.filter(({ risk }) => risk !== "low");
  const undone = lines.filter((line) => line.kind === "effect" && line.undone.length > 0);
  return {
    since: lines.reduce<number | undefined>(
      (least, { at }) => Math.min(least ?? at, at),
      undefined,
    ),
    sessions: sessions.length,
    turns: lines.filter(({ kind }) => kind === "turn").length,
    risky: {
      all: risky.length,
      readFirst: risky.filter(hadRead).length,
      warned: risky.filter(({ rule, decision }) => decision === "warn" && rule === GATE).length,
    },
    refusals: {
      all: refused.length,
      byRule: countBy(refused.flatMap(({ rule }) => rule ?? [])),
      thenDone: toSteps(sessions.flatMap(stepsToDone)),
    },
    secretsKeptOut: countKept(lines, "keep-secrets-out"),
    userBlocksKept: countKept(lines, "keep-user-blocks"),
    undone: {
      times: undone.length,
      docs: undone.reduce(
        (sum, line) => sum + (line.kind === "effect" ? line.undone.length : 0),
        0,
      ),
    },
    compactions: {
      all: lines.filter(({ kind }) => kind === "compacted").length,
      recovered: toSteps(sessions.flatMap(stepsToRecovery)),
    },
    saves: countSaves(lines),
    answers: countAnswers(lines),
    reads: countReads(lines),
  };
}

const GATE: RuleName = "read-before-write";
type DecisionLine = Extract<LogLine, { kind: "decision" }>;

function rootOf({ root, session }: LogLine): string {
  return root ?? session;
}

function hadRead({ decision, trace }: DecisionLine): boolean {
  return (
    decision !== "refuse" &&
    trace.some(
      ({ rule, verdict, because }) => rule === GATE && verdict === "pass" && KNEW.test(because),
    )
  );
}

/** A refusal beforehand, or a change that did not stay. */
function countKept(lines: readonly LogLine[], rule: RuleName): number {
  return lines.filter((line) =>
    line.kind === "decision"
      ? line.decision === "refuse" && line.rule === rule
      : line.kind === "restored" &&
        line.trace?.some((step) => step.rule === rule && step.verdict === "put-back") === true,
  ).length;
}

function countSaves(lines: readonly LogLine[]): Report["saves"] {
  const counts = countBy(lines.flatMap((line) => (line.kind === "proposal" ? [line.state] : [])));
  const { offered = 0, confirmed = 0, declined = 0, ignored = 0, written = 0 } = counts;
  return { offered, confirmed, declined, ignored, written };
}

function countAnswers(lines: readonly LogLine[]): Report["answers"] {
  const answers = lines.flatMap((line) => (line.kind === "reader" ? [line.verified ?? ""] : []));
  const quotes = answers.map((verified) => /^(\d{1,6})\/(\d{1,6})$/.exec(verified));
  const sum = (at: number) => quotes.reduce((all, match) => all + Number(match?.[at] ?? 0), 0);
  return { all: answers.length, verified: sum(1), quotes: sum(2) };
}

/** The most read first. */
function countReads(lines: readonly LogLine[]): ReadDoc[] {
  const counts = countBy(lines.flatMap((line) => (line.kind === "read" ? [line.doc] : [])));
  return Object.entries(counts)
    .map(([doc, times = 0]) => ({ doc, times }))
    .toSorted((a, b) => b.times - a.times || (a.doc < b.doc ? -1 : 1));
}

function countBy<Name extends string>(names: readonly Name[]): Partial<Record<Name, number>> {
  const counts: Partial<Record<Name, number>> = Object.create(null);
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

/** For each refused write the number of steps until the same file was written. */
function stepsToDone(lines: readonly LogLine[]): number[] {
  const waiting = new Map<string, number>();
  const steps: number[] = [];
  let step = 0;
  for (const line of lines) {
    if (isStep(line)) step += 1;
    if (line.kind !== "decision") continue;
    for (const { path } of line.writes) {
      const refusedAt = waiting.get(path);
      if (line.decision === "refuse") waiting.set(path, refusedAt ?? step);
      else if (refusedAt !== undefined) {
        steps.push(step - refusedAt);
        waiting.delete(path);
      }
    }
  }
  return steps;
}

function stepsToRecovery(lines: readonly LogLine[]): number[] {
  let since: number | undefined;
  let step = 0;
  return lines.flatMap((line) => {
    if (isStep(line)) step += 1;
    if (line.kind === "compacted") since = step;
    if (line.kind !== "recovered" || since === undefined) return [];
    const steps = step - since;
    since = undefined;
    return [steps];
  });
}

function isStep({ kind }: LogLine): boolean {
  return kind === "read" || kind === "decision" || kind === "reader";
}

function toSteps(steps: readonly number[]): Steps {
  const sorted = steps.toSorted((a, b) => a - b);
  return { times: sorted.length, steps: sorted[Math.floor((sorted.length - 1) / 2)] };
}
