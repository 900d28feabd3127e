import { topicIn } from "../../policy/decide.ts";
import { toResultEvents, toTalkEvents } from "../../policy/result-events.ts";
import type { ToolResult } from "../../types.ts";
import { type Told, keyOf } from "./follow-transcript.ts";
import type { HostTools, Surroundings } from "./host-tools.ts";

/** What readers of a transcript, and hooks, ask about the project and about other sessions. */
export interface Lookup {
  /** The surroundings of a call that was made in this folder. */
  readonly around: (folder?: string) => Surroundings;
  /** Docs that a subagent has read whole, and those that it wrote. */
  readonly readBy: (worker: string) => readonly string[];
  readonly wroteBy: (worker: string) => readonly string[];
}

export interface Reader extends Lookup {
  /** Whether the user speaks in it. */
  readonly isRoot: boolean;
  /** Reads a subagent's transcript, unless it is followed already. */
  readonly learn: (worker: string) => Promise<void>;
}

/** A call that has come back, as a hook or a line tells it. */
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
  // What a subagent in the background does is told when it comes back.
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

/** A worker has come back with this answer. */
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

/** A text of ours was brought into the conversation: some are said once a turn. */
export function toContextTold(context: string): Told {
  const topic = topicIn(`\n\n${context}`);
  return { events: topic === undefined ? [] : [{ kind: "told", topic }], context };
}
