import { groupBy } from "../bank/group-by.ts";
import { ENTRY } from "../bank/layout.ts";
import type { Language, LogLine } from "../types.ts";
import { nameFigure, textsIn } from "./texts.ts";
import {
  type Figure,
  type LineWithSteps,
  pickLines,
  rootOf,
  stepsToDone,
  stepsToRecovery,
} from "./figures.ts";

export type Report = ReturnType<typeof tellReport>;

/** What the memory did for a project, according to the decision log: only counts and paths. */
export function tellReport(lines: readonly LogLine[]) {
  const told = lines.filter(isCounted);
  const count = (figure: Figure) => pickLines(figure, told).length;
  const undone = pickLines("undone", told);
  return {
    /** The time of the first line that was counted; undefined if there is none. */
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
      /** The same file was written later in that session, after doing what the rule asked. */
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
      unasked: count("unasked"),
    },
    answers: countAnswers(told),
    failures: count("failures"),
    reads: countReads(told),
  };
}

/** Whether a line counts as work. The title of a session does not. */
export function isCounted({ kind }: LogLine): boolean {
  return kind !== "titled";
}

/** The main figure of each card, and the figures below it. */
const CARDS: readonly (readonly [Figure, ...Figure[]])[] = [
  ["failures"],
  ["readFirst", "risky", "warned"],
  ["refused", "thenDone"],
  ["undone"],
  ["secrets"],
  ["userBlocks"],
  ["compactions", "recovered"],
  ["offered", "confirmed", "declined", "ignored", "written", "unasked"],
  ["answers"],
];
/** The figures of each day. */
export const DAY_FIGURES: readonly Figure[] = [
  "risky",
  "readFirst",
  "refused",
  "undone",
  "compactions",
  "written",
];

export interface Counted {
  /** A figure, or a rule that refused. */
  readonly figure: string;
  readonly name: string;
  readonly count: number;
  /** A remark on the figure; mostly empty. */
  readonly note: string;
}

/** The figures of a report, for the page and the command line. Our own failures are shown only if there are any. */
export function toCards(
  lines: readonly LogLine[],
  { refusals, compactions, undone, answers }: Report,
  language: Language,
): (Counted & { readonly parts: readonly Counted[] })[] {
  const say = textsIn(language);
  const median = ({ steps }: ReturnType<typeof toSteps>) =>
    steps === undefined ? "" : `· ${say("medianSteps", { n: steps })}`;
  const notes: Readonly<Record<string, string>> = {
    thenDone: median(refusals.thenDone),
    recovered: median(compactions.recovered),
    undone: say("docCount", { n: undone.docs }),
    answers: say("quotes", { n: answers.verified, all: answers.quotes }),
  };
  const toCounted = (figure: string): Counted => ({
    figure,
    name: nameFigure(figure, language),
    count: pickLines(figure, lines).length,
    note: notes[figure] ?? "",
  });
  const rules = Object.entries(refusals.byRule)
    .toSorted(([, a], [, b]) => b - a)
    .map(([rule]) => rule);
  return CARDS.map(([large, ...others]) => ({
    ...toCounted(large),
    parts: [...(large === "refused" ? rules : []), ...others].map(toCounted),
  })).filter(({ figure, count }) => figure !== "failures" || count > 0);
}

/** Existing docs that no line says were read. The entry is left out, since it is in every prompt. */
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

/** Most read first. */
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

/** How often it happened, and the median number of the agent's reads and writes before it, if it happened at all. */
function toSteps(found: readonly LineWithSteps[]) {
  const sorted = found.map(({ steps }) => steps).toSorted((a, b) => a - b);
  return { times: sorted.length, steps: sorted[Math.floor((sorted.length - 1) / 2)] };
}
