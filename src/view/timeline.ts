import { groupBy } from "../bank/group-by.ts";
import type { LogLine } from "../types.ts";

/** What happened in one root session and its subagents, the newest first in a list of them. */
export interface SessionStory {
  readonly id: string;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly counts: StoryCounts;
  readonly turns: readonly Turn[];
}

export interface StoryCounts {
  readonly turns: number;
  readonly reads: number;
  readonly refusals: number;
  readonly warnings: number;
  readonly proposals: number;
  readonly compactions: number;
}

export interface Turn {
  readonly number: number;
  readonly startedAt: number;
  readonly happenings: readonly Happening[];
}

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
  | {
      readonly kind: Exclude<LogLine["kind"], "turn" | "read">;
      readonly entry: Exclude<LogLine, { kind: "turn" | "read" }>;
    }
);

/** Docs read one after the other are one happening. `from` is the number of the first entry. */
export function tellStories(entries: readonly LogLine[], from = 0): SessionStory[] {
  const numbered = entries.map((entry, index) => ({ entry, number: from + index }));
  return [...groupBy(numbered, ({ entry }) => entry.root ?? entry.session)]
    .map(([id, own]) => toStory(id, own))
    .toSorted((a, b) => b.endedAt - a.endedAt);
}

interface Numbered {
  readonly entry: LogLine;
  readonly number: number;
}

function toStory(id: string, numbered: readonly Numbered[]): SessionStory {
  const entries = numbered.map(({ entry }) => entry);
  const times = entries.map(({ at }) => at);
  return {
    id,
    startedAt: times.reduce((a, b) => Math.min(a, b), Infinity),
    endedAt: times.reduce((a, b) => Math.max(a, b), -Infinity),
    counts: countStory(entries),
    turns: toTurns(id, numbered),
  };
}

function countStory(entries: readonly LogLine[]): StoryCounts {
  const count = (isIt: (entry: LogLine) => boolean) => entries.filter(isIt).length;
  return {
    turns: new Set(entries.map(({ turn }) => turn)).size,
    reads: count(({ kind }) => kind === "read"),
    refusals: count(isRefusal),
    warnings: count((entry) => entry.kind === "decision" && entry.decision === "warn"),
    proposals: count((entry) => entry.kind === "proposal" && entry.state === "offered"),
    compactions: count(({ kind }) => kind === "compacted"),
  };
}

export function isRefusal(entry: LogLine): boolean {
  return entry.kind === "decision" && entry.decision === "refuse";
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
    if (entry.kind === "turn") continue;
    const place = { id: number, at: entry.at, isSubagents: entry.session !== id };
    const last = turn.happenings.at(-1);
    if (entry.kind !== "read") turn.happenings.push({ ...place, kind: entry.kind, entry });
    else if (last?.kind === "reads" && last.isSubagents === place.isSubagents)
      turn.happenings.splice(-1, 1, { ...last, docs: [...last.docs, entry] });
    else turn.happenings.push({ ...place, kind: "reads", docs: [entry] });
  }
  return [...turns.values()].toSorted((a, b) => a.number - b.number);
}
