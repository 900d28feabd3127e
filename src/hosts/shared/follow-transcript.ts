import { existsSync, fstatSync, readSync } from "node:fs";
import { withFile } from "../../io/disk/read.ts";
import type { Runtime } from "../../runtime/open-runtime.ts";
import type { Session, SessionEvent } from "../../types.ts";
import { loadShell } from "./host-tools.ts";
import { isRecord, parseJson, textField } from "./payload.ts";
import { CONTINUED } from "./pieces.ts";

/** Something that happened. What a hook tells first and a transcript later has the same key. */
export interface Told {
  readonly key?: string;
  readonly events: readonly SessionEvent[];
  /** What a worker came back with, where one did. */
  readonly answer?: string;
  /** A text of ours that it brought into the conversation. */
  readonly context?: string;
}

const PROMPT = "prompt ";
export const keyOf = {
  prompt: (typed: string) => PROMPT + typed,
  result: (callID: string) => `result ${callID}`,
  returned: (worker: string) => `returned ${worker}`,
  said: "said",
  compaction: "compaction",
} as const;

/** How a host writes down what happens. */
export interface Transcript {
  /** Takes in what the host has appended. Returns what was not known. */
  readonly add: (text: string) => Promise<readonly Told[]>;
  /** All that is in the conversation now: what was wound back is not. */
  readonly active: () => readonly Told[];
}

/** A line as it stands in the file. */
export type Row = Readonly<Record<string, unknown>>;

/** Most of a transcript's bytes are of no use, and are not even parsed. */
export function parseRows(text: string, isWanted: (line: string) => boolean): Row[] {
  return text.split("\n").flatMap((line): Row[] => {
    const row = isWanted(line) ? parseJson(line) : undefined;
    return isRecord(row) ? [row] : [];
  });
}

/** When it was written. */
export function timeOf(row: Row): number {
  return Date.parse(textField(row, "timestamp") ?? "") || 0;
}

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
  /** The transcript could not be read. What hooks tell still counts. */
  readonly onProblem: (error: unknown) => void;
}

/**
 * Keeps a session in step with its transcript. Hooks tell some things first, the transcript tells all of them
 * late: the state is the fold of the transcript, and of what hooks have told beyond it.
 */
export function followTranscript(follower: Follower) {
  const { id, path, transcript, opening, runtime, onProblem } = follower;
  /** How much of the file was read. */
  let end = 0;
  /** What the session was folded from, and that fold. */
  let active: readonly Told[] = [];
  let folded: Session | undefined;
  /** What hooks have told and the transcript has not, in this order. */
  let unconfirmed: readonly Told[] = [];
  /** Our own texts that are in the conversation. */
  let context = "";
  /** A compaction is in the transcript, and nothing of ours since. */
  let isCompacted = false;

  /**
   * Returns whether a hook has told it. The lines of what happened before the user spoke stand before the user's, so
   * nothing of that is waited for any more. The transcript may have a prompt in other words than its hook.
   */
  function confirm(key: string | undefined): boolean {
    const index = key === undefined ? -1 : unconfirmed.findIndex((told) => told.key === key);
    const isSpoken = key?.startsWith(PROMPT) === true;
    const spoken = isSpoken && index === -1 ? unconfirmed.findIndex(isPrompt) : index;
    unconfirmed = unconfirmed.filter((_, at) => at !== spoken && !(isSpoken && at < spoken));
    return index !== -1;
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

  /** What hooks told beyond the transcript comes last. */
  function fold(more: readonly Told[]): void {
    for (const { key, context: text } of more) {
      if (key === keyOf.compaction) dropContext();
      if (text !== undefined) addContext(text);
    }
    const eventsOf = (told: readonly Told[]) => told.flatMap(({ events }) => events);
    folded = runtime.rebuild(id, eventsOf(more), folded);
    runtime.rebuild(id, eventsOf(unconfirmed), folded);
  }

  /** Tells the runtime what no hook has told. */
  async function hear({ events, answer }: Told): Promise<void> {
    // The hook that brought a notice of ours has noted it.
    const unheard = events.filter(({ kind }) => kind !== "told");
    if (answer !== undefined) await runtime.hear(id, { events: unheard, text: answer });
    else for (const event of unheard) runtime.record(id, event);
  }

  async function readMore(): Promise<void> {
    const isFirst = end === 0;
    const text = readAppended();
    if (text === "") return;
    await loadShell();
    const added = await transcript.add(text);
    const before = active;
    active = transcript.active();
    const isActive = new Set(active);
    for (const told of added) {
      if (!confirm(told.key) && !isFirst && isActive.has(told)) await hear(told);
    }
    if (!isFirst && before.every((told, index) => told === active[index]))
      return fold(active.slice(before.length));
    // The user has gone back in it, or it was not read before.
    context = "";
    folded = runtime.rebuild(id, opening);
    fold(active);
  }

  /** The whole lines that were added since; all of them where a shorter file has taken its place. */
  function readAppended(): string {
    if (!existsSync(path)) return "";
    return withFile(path, (file) => {
      const { size } = fstatSync(file);
      const from = size < end ? 0 : end;
      const bytes = Buffer.allocUnsafe(size - from);
      const count = readSync(file, bytes, 0, bytes.length, from);
      const length = bytes.subarray(0, count).lastIndexOf(0x0a) + 1;
      end = from + length;
      return bytes.toString("utf8", 0, length);
    });
  }

  /** Hooks come at the same time; the file is read by one after the other. */
  let reading: Promise<void> = Promise.resolve();
  function catchUp(): Promise<void> {
    reading = reading.then(readMore).catch(onProblem);
    return reading;
  }

  /** Whether a prompt or a compaction is not in the transcript yet: what it goes on from is not known before. */
  function isBehind(): boolean {
    return unconfirmed.some((told) => told.key === keyOf.compaction || isPrompt(told));
  }

  return {
    path,
    /** Reads what the transcript has more by now. */
    catchUp,

    /**
     * The same before something is judged: waits for a host that writes a moment late. A prompt that the transcript
     * does not have after that does not count, because nobody can say who spoke.
     */
    async catchUpWell(): Promise<void> {
      await catchUp();
      // Where the host writes no transcript, nobody waits for it.
      const isBehindFile = () => end > 0 && isBehind();
      for (let waited = 0; isBehindFile() && waited < PATIENCE; waited += LOOK_AGAIN) {
        await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN));
        await catchUp();
      }
      if (!isBehindFile()) return;
      const spoken = unconfirmed.findLastIndex(isPrompt);
      unconfirmed = unconfirmed.filter(
        ({ key }, index) => index > spoken || key === keyOf.compaction,
      );
      fold([]);
    },

    /** A hook tells something that the session does not know yet. */
    tell(told: Told): void {
      for (const event of told.events) runtime.record(id, event);
      this.expect(told);
    },
    /** The session knows it; the transcript will say it again. */
    expect(told: Told): void {
      unconfirmed = [...unconfirmed, told];
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
