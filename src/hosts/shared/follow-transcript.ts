import { existsSync, fstatSync, readSync } from "node:fs";
import { withFile } from "../../io/disk/read.ts";
import type { Runtime } from "../../runtime/open-runtime.ts";
import type { Session, SessionEvent } from "../../types.ts";
import { loadShell } from "./host-tools.ts";
import { isRecord, parseJson, textField } from "./payload.ts";
import { CONTINUED } from "./pieces.ts";

/** Something that happened. A hook and the transcript tell the same thing with the same key. */
export interface Told {
  readonly key?: string;
  readonly events: readonly SessionEvent[];
  /** The answer of a worker that returned. */
  readonly answer?: string;
  /** A text of ours that was added to the conversation. */
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

/** Reads the file in which a host records a session. */
export interface Transcript {
  /** Reads the lines that the host has appended. Returns what is new. */
  readonly add: (text: string) => Promise<readonly Told[]>;
  /** Everything in the conversation now, without what the user has undone by going back. */
  readonly active: () => readonly Told[];
}

/** A parsed line of the file. */
export type Row = Readonly<Record<string, unknown>>;

/** Parses only the wanted lines: most of a transcript is not needed. */
export function parseRows(text: string, isWanted: (line: string) => boolean): Row[] {
  return text.split("\n").flatMap((line): Row[] => {
    const row = isWanted(line) ? parseJson(line) : undefined;
    return isRecord(row) ? [row] : [];
  });
}

/** When the row was written, in milliseconds; 0 if the row does not say. */
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
  /** Events before the first line of the transcript. */
  readonly opening: readonly SessionEvent[];
  readonly runtime: Pick<Runtime, "hear" | "record" | "rebuild">;
  /** Called if the transcript cannot be read. Events from hooks still count. */
  readonly onProblem: (error: unknown) => void;
}

/**
 * Keeps a session in step with its transcript. Hooks tell some things early, the transcript tells everything late:
 * the state is folded from the transcript, and then from what hooks told that the transcript does not have yet.
 */
export function followTranscript(follower: Follower) {
  const { id, path, transcript, opening, runtime, onProblem } = follower;
  /** How many bytes of the file were read. */
  let end = 0;
  /** What the transcript told, and the session folded from that. */
  let active: readonly Told[] = [];
  let folded: Session | undefined;
  /** What hooks have told and the transcript does not have yet, in this order. */
  let unconfirmed: readonly Told[] = [];
  /** Our own texts that are in the conversation. */
  let context = "";
  /** True after a compaction, until a text of ours is in the conversation again. */
  let isCompacted = false;

  /**
   * Returns whether a hook has told this key, and stops waiting for it. A prompt also ends the wait for everything
   * told before it. The transcript may word a prompt differently: then it stands for the first one that is waited for.
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

  /** Folds what hooks told beyond the transcript last. */
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
    // The hook that delivered our notice has recorded it.
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
    // The user went back in the conversation, or this is the first read: start over.
    context = "";
    folded = runtime.rebuild(id, opening);
    fold(active);
  }

  /** Reads the complete lines added since the last read; all lines if the file was replaced by a shorter one. */
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

  /** Several hooks may run at once: they read the file one after the other. */
  let reading: Promise<void> = Promise.resolve();
  function catchUp(): Promise<void> {
    reading = reading.then(readMore).catch(onProblem);
    return reading;
  }

  /** Whether a prompt or a compaction is not in the transcript yet: the user may have gone back before it. */
  function isBehind(): boolean {
    return unconfirmed.some((told) => told.key === keyOf.compaction || isPrompt(told));
  }

  return {
    path,
    /** Reads what was added to the transcript. */
    catchUp,

    /**
     * Catches up before a call is judged, and waits for a host that writes a moment late. Drops a prompt that is still
     * not in the transcript then, and what was told before it: it is not known who spoke.
     */
    async catchUpWell(): Promise<void> {
      await catchUp();
      // Do not wait if the host writes no transcript.
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

    /** Records what a hook tells and the session does not know yet. */
    tell(told: Told): void {
      for (const event of told.events) runtime.record(id, event);
      this.expect(told);
    },
    /** Notes what the session knows already and the transcript will tell later. */
    expect(told: Told): void {
      unconfirmed = [...unconfirmed, told];
    },

    /** Whether no text of ours is in the conversation. */
    isBare: () => context === "",
    /** Whether this text of ours is in the conversation. */
    carries: (text: string) => context.includes(text),
    addContext,
    /** Forgets our texts: a compaction has removed them. */
    dropContext,
    isCompacted: () => isCompacted,
  };
}

function isPrompt({ key }: Told): boolean {
  return key?.startsWith(PROMPT) === true;
}
