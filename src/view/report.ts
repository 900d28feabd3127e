import { groupBy } from "../bank/group-by.ts";
import { ENTRY } from "../bank/layout.ts";
import type { LogLine } from "../types.ts";
import {
  type Figure,
  type LineWithSteps,
  pickLines,
  rootOf,
  stepsToDone,
  stepsToRecovery,
} from "./figures.ts";

export type Report = ReturnType<typeof tellReport>;

/** How often, and after how many reads and writes of the agent's. */
export interface Steps {
  readonly times: number;
  /** The middle one; undefined where there is none. */
  readonly steps: number | undefined;
}

/** What the memory did for a project, as far as the decision log tells: counts and paths, nothing else. */
export function tellReport(lines: readonly LogLine[]) {
  const told = lines.filter(isCounted);
  const count = (figure: Figure) => pickLines(figure, told).length;
  const undone = pickLines("undone", told);
  return {
    /** Of the first line that was looked at; undefined where there is none. */
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
      /** The same file was written later in that session, as the rules want it. */
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

function countAnswers(lines: readonly LogLine[]) {
  const answers = lines.flatMap((line) => (line.kind === "reader" ? [line.verified ?? ""] : []));
  const quotes = answers.map((verified) => /^(\d{1,6})\/(\d{1,6})$/.exec(verified));
  const sum = (at: number) => quotes.reduce((all, match) => all + Number(match?.[at] ?? 0), 0);
  return { all: answers.length, verified: sum(1), quotes: sum(2) };
}

/** The most read first. */
function countReads(lines: readonly LogLine[]) {
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
