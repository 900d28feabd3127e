import { groupBy } from "../bank/group-by.ts";
import type { LogLine } from "../types.ts";
import { rootOf } from "./figures.ts";
import { isCounted } from "./report.ts";

/** What happened in one root session and its subagents. Lists of sessions are sorted newest first. */
export interface SessionStory {
  readonly id: string;
  readonly endedAt: number;
  readonly lines: readonly LogLine[];
  readonly turns: readonly Turn[];
}

export interface Turn {
  readonly number: number;
  readonly startedAt: number;
  readonly happenings: readonly Happening[];
}

type Told = Exclude<LogLine, { kind: "turn" | "read" | "titled" }>;

export type Happening = {
  /** The number of its first entry in the log. */
  readonly id: number;
  readonly at: number;
  readonly isSubagents: boolean;
} & (
  | {
      readonly kind: "reads";
      readonly docs: readonly { readonly doc: string; readonly whole: boolean }[];
    }
  | { readonly kind: Told["kind"]; readonly entry: Told }
);

/** Docs read one after the other count as one happening. `from` is the number of the first entry. */
export function tellStories(
  entries: readonly LogLine[],
  from = 0,
  isTold: (line: LogLine) => boolean = () => true,
): SessionStory[] {
  const numbered = entries
    .map((entry, index) => ({ entry, number: from + index }))
    .filter(({ entry }) => isCounted(entry) && isTold(entry));
  return [...groupBy(numbered, ({ entry }) => rootOf(entry))]
    .map(([id, own]) => ({
      id,
      endedAt: own.reduce((latest, { entry }) => Math.max(latest, entry.at), 0),
      lines: own.map(({ entry }) => entry),
      turns: toTurns(id, own),
    }))
    .toSorted((a, b) => b.endedAt - a.endedAt);
}

/** The latest title of each session. */
export function readTitles(entries: readonly LogLine[]): ReadonlyMap<string, string> {
  return new Map(
    entries.flatMap((line) => (line.kind === "titled" ? [[line.session, line.title]] : [])),
  );
}

interface Numbered {
  readonly entry: LogLine;
  readonly number: number;
}

interface GrowingTurn extends Turn {
  readonly happenings: Happening[];
}

function toTurns(id: string, numbered: readonly Numbered[]): Turn[] {
  const turns = new Map<number, GrowingTurn>();
  for (const { entry, number } of numbered) {
    const turn = turns.get(entry.turn) ?? {
      number: entry.turn,
      startedAt: entry.at,
      happenings: [],
    };
    turns.set(entry.turn, turn);
    if (entry.kind === "turn" || entry.kind === "titled") continue;
    const place = { id: number, at: entry.at, isSubagents: entry.session !== id };
    const last = turn.happenings.at(-1);
    if (entry.kind !== "read") turn.happenings.push({ ...place, kind: entry.kind, entry });
    else if (last?.kind === "reads" && last.isSubagents === place.isSubagents)
      turn.happenings.splice(-1, 1, { ...last, docs: [...last.docs, entry] });
    else turn.happenings.push({ ...place, kind: "reads", docs: [entry] });
  }
  return [...turns.values()].toSorted((a, b) => a.number - b.number);
}
