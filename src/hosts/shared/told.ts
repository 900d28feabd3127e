import { topicIn } from "../../policy/decide.ts";
import { toResultEvents, toTalkEvents } from "../../policy/result-events.ts";
import type { ToolResult } from "../../types.ts";
import { type Told, keyOf } from "./follow-transcript.ts";
import type { HostTools, Surroundings } from "./host-tools.ts";

/** What readers of transcripts and hooks need to know of the project and of other sessions. */
export interface Lookup {
  /** The surroundings of a call made in this folder. */
  readonly around: (folder?: string) => Surroundings;
  /** The docs that a subagent read whole, and those that it wrote. */
  readonly readBy: (worker: string) => readonly string[];
  readonly wroteBy: (worker: string) => readonly string[];
}

export interface Reader extends Lookup {
  /** Whether the user speaks in this session. */
  readonly isRoot: boolean;
  /** Reads a subagent's transcript, unless its own hooks keep it up to date. */
  readonly learn: (worker: string) => Promise<void>;
}

/** A call that returned, as a hook or a line of the transcript tells it. */
export interface EndedCall {
  readonly id: string;
  readonly tool: string;
  readonly args: unknown;
  readonly folder: string | undefined;
  readonly at: number;
}

export function toResultTold(
  tools: HostTools,
  { around, readBy, wroteBy }: Lookup,
  { id, tool, args, folder, at }: EndedCall,
  given: ToolResult,
): Told {
  const { worker } = given;
  const session = worker?.session;
  // What a background subagent read and wrote is recorded when it returns: see `toReturnTold`.
  const result =
    worker === undefined || session === undefined || worker.isRunning
      ? given
      : { ...given, worker: { ...worker, read: readBy(session), wrote: wroteBy(session) } };
  const call = tools.toToolCall(tool, args, around(folder));
  const events = call === undefined ? [] : toResultEvents(call, result, { at, call: id });
  return { key: keyOf.result(id), events: [...toTalkEvents(result), ...events] };
}

export function toPromptTold(typed: string): Told {
  return {
    key: keyOf.prompt(typed),
    events: [{ kind: "turn-started" }, { kind: "user-spoke", text: typed }],
  };
}

/** A worker returned with this answer. */
export function toReturnTold(
  worker: string,
  { readBy, wroteBy }: Lookup,
  at: number,
  answer?: string,
): Told {
  const origin = { at, call: undefined };
  return {
    key: keyOf.returned(worker),
    events: [
      { kind: "worker-returned", worker, read: readBy(worker), origin },
      ...wroteBy(worker).map((doc) => ({ kind: "doc-written" as const, doc })),
    ],
    ...(answer !== undefined && { answer }),
  };
}

/** A text of ours was added to the conversation. Its topic is recorded, as some are said only once a turn. */
export function toContextTold(context: string): Told {
  const topic = topicIn(`\n\n${context}`);
  return { events: topic === undefined ? [] : [{ kind: "told", topic }], context };
}
