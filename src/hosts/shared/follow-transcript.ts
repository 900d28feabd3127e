import type { Runtime } from "../../runtime/open-runtime.ts";
import type { Session, SessionEvent } from "../../types.ts";
import { CONTINUED } from "./pieces.ts";
import { type Mark, readAppended } from "./read-appended.ts";
import type { Row } from "./rows.ts";

/** Something that happened. What a hook tells first and a transcript later has the same key. */
export interface Told {
  readonly key: string | undefined;
  readonly events: readonly SessionEvent[];
  /** What a worker came back with, where one did. */
  readonly answer?: string;
}

const PROMPT = "prompt ";
export const keyOf = {
  prompt: (typed: string) => PROMPT + typed,
  said: (text: string) => `said ${text.trim()}`,
  result: (callID: string) => `result ${callID}`,
  returned: (worker: string) => `returned ${worker}`,
  told: (topic: string) => `told ${topic}`,
  compaction: "compaction",
} as const;

/** What a row is, beside what it tells. */
export interface Line {
  readonly id: unknown;
  /** The row that it goes on from; undefined where none is named. */
  readonly parent: string | undefined;
  /** The user speaks. */
  readonly isTyped: boolean;
  /** A compaction: what is before it is no longer before the agent. */
  readonly isBoundary: boolean;
  /** It looks like a prompt and was not typed: it was scheduled, or brought by the host. */
  readonly unsaid?: string | undefined;
  /** Texts of ours that it brought into the conversation. */
  readonly context: readonly string[];
}

/** How a host writes down what happens. */
export interface Transcript {
  readonly parse: (text: string) => readonly Row[];
  /** Those that are in the conversation now, of all that there are. */
  readonly active: (rows: readonly Row[]) => readonly Row[];
  readonly toLine: (row: Row) => Line;
  /** What must be waited for before these can be read. */
  readonly prepare: (rows: readonly Row[]) => Promise<void>;
  /** Reads rows in their order. */
  readonly createReader: () => (row: Row) => readonly Told[];
}

/** More that no transcript confirms is not waited for. */
const MOST_UNCONFIRMED = 300;

const PATIENCE = 400;
const LOOK_AGAIN = 20;

export type Following = ReturnType<typeof followTranscript>;

export interface Follower {
  readonly id: string;
  readonly path: string;
  readonly transcript: Transcript;
  /** What holds before its first line. */
  readonly opening: readonly SessionEvent[];
  readonly runtime: Pick<Runtime, "hear" | "record" | "rebuild">;
  /** What cannot be read is not known; the hooks tell the rest. */
  readonly onProblem: (error: unknown) => void;
}

/**
 * Keeps a session in step with its transcript. Hooks tell some things first, the transcript tells all of them
 * late: the state is the fold of the transcript, and of what hooks have told beyond it.
 */
export function followTranscript(follower: Follower) {
  const { id, path, transcript, opening, runtime, onProblem } = follower;
  let mark: Mark | undefined;
  let read = transcript.createReader();
  /** The fold of the rows that were read. */
  let folded: Session | undefined;
  /** What hooks have told and the transcript has not, in this order. */
  let unconfirmed: readonly Told[] = [];
  /** The rows since the user spoke last: whoever goes on from an earlier one has wound back. */
  let sinceSpoken = new Set<unknown>();
  const seen = new Set<unknown>();
  let last: unknown;
  let isSilent = false;
  /** Our own texts that are in the conversation. */
  let context = "";
  /** A compaction is in the transcript, and nothing of ours since. */
  let isCompacted = false;

  /** Returns whether a hook has told it. What hooks told before the user spoke has its rows before that. */
  function confirm(key: string | undefined): boolean {
    const index = key === undefined ? -1 : unconfirmed.findIndex((told) => told.key === key);
    if (key?.startsWith(PROMPT)) {
      // Whatever it looks like in the transcript: somebody has spoken.
      const spoken = index === -1 ? unconfirmed.findIndex(isPrompt) : index;
      unconfirmed = unconfirmed.slice(spoken + 1);
      isSilent = false;
    } else if (index !== -1) {
      unconfirmed = unconfirmed.toSpliced(index, 1);
    }
    return index !== -1;
  }

  /** What was taken for the user's words and is not: the agent can have the host prompt it with words of its own. */
  function deny({ unsaid }: Line): void {
    if (unsaid === undefined) return;
    const key = keyOf.prompt(unsaid);
    const index = unconfirmed.findIndex((told) => told.key === key);
    if (index !== -1) unconfirmed = unconfirmed.toSpliced(index, 1);
  }

  function note(row: Row): void {
    const line = transcript.toLine(row);
    if (line.isTyped) sinceSpoken = new Set();
    sinceSpoken.add(line.id);
    seen.add(line.id);
    last = line.id;
    if (line.isBoundary) dropContext();
    for (const text of line.context) addContext(text);
  }

  function dropContext(): void {
    context = "";
    isCompacted = true;
  }

  function addContext(text: string): void {
    isCompacted = false;
    const isMore = text.startsWith(CONTINUED);
    context += isMore ? text.slice(CONTINUED.length) : `\n${text}`;
  }

  function hasWoundBack(rows: readonly Row[]): boolean {
    const earlier = new Set(seen);
    let since = new Set(sinceSpoken);
    for (const row of rows) {
      const { id, parent, isTyped } = transcript.toLine(row);
      const isFirst = parent === undefined && isTyped;
      if (isFirst ? earlier.size > 0 : earlier.has(parent) && !since.has(parent)) return true;
      if (isTyped) since = new Set();
      since.add(id);
      earlier.add(id);
    }
    return false;
  }

  /** Comes behind what the session is folded from; what hooks told beyond that is last. */
  function fold(told: readonly Told[]): void {
    for (const { events } of told) {
      folded = runtime.rebuild(id, events, folded);
      // The host joins what a transcript has in parts.
      if (folded.said !== "") confirm(keyOf.said(folded.said));
    }
    runtime.rebuild(
      id,
      unconfirmed.flatMap(({ events }) => events),
      folded,
    );
  }

  function rebuild(all: readonly Row[]): void {
    const readAll = transcript.createReader();
    for (const row of all) {
      deny(transcript.toLine(row));
      for (const { key } of readAll(row)) confirm(key);
    }
    read = transcript.createReader();
    folded = undefined;
    sinceSpoken = new Set();
    context = "";
    const told = transcript.active(all).flatMap((row) => {
      note(row);
      return read(row);
    });
    fold([{ key: undefined, events: opening }, ...told]);
  }

  async function advance(rows: readonly Row[]): Promise<void> {
    const told = rows.flatMap((row) => {
      note(row);
      deny(transcript.toLine(row));
      return read(row);
    });
    for (const each of told) {
      if (confirm(each.key)) continue;
      // What was said beside a result its hook has noted.
      const events = each.events.filter(({ kind }) => kind !== "told");
      if (each.answer !== undefined) await runtime.hear(id, { events, text: each.answer });
      else for (const event of events) runtime.record(id, event);
    }
    fold(told);
  }

  async function readMore(): Promise<void> {
    const isNew = mark === undefined;
    const appended = readAppended(path, mark);
    if (appended === undefined) return;
    ({ mark } = appended);
    const rows = transcript.parse(appended.text);
    await transcript.prepare(rows);
    // The host may have thrown away old lines: what is known stays.
    const isWhole = isNew || appended.isWhole;
    const index =
      isNew || !isWhole ? -1 : rows.findIndex((row) => transcript.toLine(row).id === last);
    if (isWhole && index === -1) return rebuild(rows);
    const more = rows.slice(index + 1);
    if (!hasWoundBack(more)) return advance(more);
    const whole = readAppended(path, undefined);
    if (whole === undefined) return;
    ({ mark } = whole);
    const all = transcript.parse(whole.text);
    await transcript.prepare(all);
    rebuild(all);
  }

  /** A prompt that a transcript is kept of and does not have: nobody can say who spoke. */
  function doubt(): void {
    const spoken = unconfirmed.findLastIndex(isPrompt);
    // What came before the prompt is in the transcript by the time that the prompt is, or was taken back.
    unconfirmed = unconfirmed.filter(
      ({ key }, index) => index > spoken || key === keyOf.compaction,
    );
    fold([]);
  }

  /** One after the other: hooks come at once. */
  let reading: Promise<void> = Promise.resolve();
  function catchUp(): Promise<void> {
    reading = reading.then(readMore).catch(onProblem);
    return reading;
  }

  /** Whether the transcript owes us what a prompt went on from, or what a compaction left. */
  function isBehind(): boolean {
    return unconfirmed.some((told) => told.key === keyOf.compaction || isPrompt(told));
  }

  return {
    /** Reads what the transcript has more by now. */
    catchUp,

    /** The same before something is judged: the host writes a moment late. Where it never does, nobody waits again. */
    async catchUpWell(): Promise<void> {
      await catchUp();
      if (isSilent) return;
      for (let waited = 0; isBehind() && waited < PATIENCE; waited += LOOK_AGAIN) {
        await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN));
        await catchUp();
      }
      if (!isBehind()) return;
      isSilent = mark === undefined;
      if (!isSilent) doubt();
    },

    /** A hook tells something that the session does not know yet. */
    tell(told: Told): void {
      for (const event of told.events) runtime.record(id, event);
      this.expect(told);
    },
    /** The session knows it; the transcript will say it again. */
    expect(told: Told): void {
      unconfirmed = [...unconfirmed, told].slice(-MOST_UNCONFIRMED);
    },

    /** Whether nothing of ours is in the conversation. */
    isBare: () => context === "",
    /** Whether the conversation has this text of ours before it. */
    carries: (text: string) => context.includes(text),
    addContext,
    /** A compaction has taken all of it away. */
    dropContext,
    isCompacted: () => isCompacted,
  };
}

function isPrompt({ key }: Told): boolean {
  return key?.startsWith(PROMPT) === true;
}
