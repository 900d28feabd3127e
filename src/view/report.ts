import { groupBy } from "../bank/group-by.ts";
import { ENTRY } from "../bank/layout.ts";
import type { LogLine, RuleName } from "../types.ts";
import {
  type Figure,
  type LineWithSteps,
  pickLines,
  rootOf,
  stepsToDone,
  stepsToRecovery,
} from "./figures.ts";

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
  readonly compactions: { readonly all: number; readonly recovered: Steps };
  readonly saves: Readonly<Record<(typeof SAVE_STATES)[number], number>>;
  readonly answers: { readonly all: number; readonly verified: number; readonly quotes: number };
  /** Calls that ran or were refused unjudged, rules that failed, changes that could not be put back. */
  readonly failures: number;
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

export interface ReadDoc {
  readonly doc: string;
  readonly times: number;
}

const SAVE_STATES = ["offered", "confirmed", "declined", "ignored", "written"] as const;

export function tellReport(lines: readonly LogLine[]): Report {
  const told = lines.filter(isCounted);
  const count = (figure: Figure) => pickLines(figure, told).length;
  const undone = pickLines("undone", told);
  return {
    since: told.reduce<number | undefined>((least, { at }) => Math.min(least ?? at, at), undefined),
    sessions: groupBy(told, rootOf).size,
    turns: told.filter(({ kind }) => kind === "turn").length,
    risky: { all: count("risky"), readFirst: count("readFirst"), warned: count("warned") },
    refusals: {
      all: count("refused"),
      byRule: countBy(
        pickLines("refused", told).flatMap((line) =>
          line.kind === "decision" ? (line.rule ?? []) : [],
        ),
      ),
      thenDone: toSteps(stepsToDone(told)),
    },
    secretsKeptOut: count("secrets"),
    userBlocksKept: count("userBlocks"),
    undone: {
      times: undone.length,
      docs: undone.flatMap((line) => (line.kind === "effect" ? line.undone : [])).length,
    },
    compactions: { all: count("compactions"), recovered: toSteps(stepsToRecovery(told)) },
    saves: {
      offered: count("offered"),
      confirmed: count("confirmed"),
      declined: count("declined"),
      ignored: count("ignored"),
      written: count("written"),
    },
    answers: countAnswers(told),
    failures: count("failures"),
    reads: countReads(told),
  };
}

/** A title alone is no work. */
export function isCounted({ kind }: LogLine): boolean {
  return kind !== "titled";
}

/** The earliest first. `dayOf`: the name of the day, by the clock of whoever asks. */
export function tellDays(
  lines: readonly LogLine[],
  dayOf: (at: number) => string,
): (Report & { readonly day: string })[] {
  return [...groupBy(lines.filter(isCounted), ({ at }) => dayOf(at))]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([day, own]) => ({ day, ...tellReport(own) }));
}

/** Docs that are there, and that no line says were read. The entry is in every prompt. */
export function findUnread(docs: readonly string[], { reads }: Report): string[] {
  const known = new Set([ENTRY, ...reads.map(({ doc }) => doc)].map((doc) => doc.toLowerCase()));
  return docs.filter((doc) => !known.has(doc.toLowerCase()));
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

function toSteps(found: readonly LineWithSteps[]): Steps {
  const sorted = found.map(({ steps }) => steps).toSorted((a, b) => a - b);
  return { times: sorted.length, steps: sorted[Math.floor((sorted.length - 1) / 2)] };
}
