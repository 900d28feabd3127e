import { readName } from "../../policy/call.ts";
import { topicIn } from "../../policy/decide.ts";
import { toResultEvents, toTalkEvents } from "../../policy/result-events.ts";
import type { LineRange, SessionEvent, ToolResult } from "../../types.ts";
import type { HostTools, Surroundings } from "../shared/host-tools.ts";

/** One message of a conversation, whichever line of OpenCode keeps it. */
export interface Message {
  /** OpenCode 2 gives none to messages that bring results. */
  readonly id: string | undefined;
  /** A message to the agent. */
  readonly user?: UserMessage | undefined;
  /** What the agent said, and whether it went on with tools. */
  readonly spoke?: { readonly text: string; readonly hasCalls: boolean } | undefined;
  /** The summary of a compaction that succeeded. */
  readonly isSummary?: boolean;
  /** Calls that came back. */
  readonly calls?: readonly PastCall[];
}

export interface UserMessage {
  readonly at: number;
  /** Everything that the model sees of it. */
  readonly text: string;
  /** The agent that it is for, where the message says so. */
  readonly agent?: string | undefined;
  /** The words of the person; undefined where nobody typed the message. */
  readonly typed: string | undefined;
  readonly attached: readonly { readonly path: string; readonly lines: LineRange | "whole" }[];
  /** Workers whose answers it brings. */
  readonly returned: readonly string[];
}

/** A call that succeeded, as the history keeps it. */
export interface PastCall {
  readonly tool: string;
  readonly args: unknown;
  readonly id: string | undefined;
  readonly at: number;
  /** The host has taken its text out of the conversation. */
  readonly isCleared?: boolean;
  readonly toResult: () => ToolResult | undefined;
}

export interface Around extends Surroundings {
  /** Returns the docs that a worker has read, as far as this process knows. */
  readonly readBy: (worker: string) => readonly string[];
}

/** The same events that the hooks would have recorded. */
export function toEvents(
  { id, user, spoke, isSummary, calls = [] }: Message,
  isRoot: boolean,
  tools: HostTools,
  around: Around,
): SessionEvent[] {
  if (isSummary === true) return id === undefined ? [] : [{ kind: "compacted", summary: id }];
  if (user !== undefined) return toUserEvents(user, isRoot, around);
  return [
    ...(spoke === undefined ? [] : [{ kind: "request-began" as const }]),
    ...(spoke?.text ? [{ kind: "said" as const, text: spoke.text }] : []),
    ...(spoke?.hasCalls ? [{ kind: "called" as const }] : []),
    ...calls.flatMap((call) => toCallEvents(call, tools, around)),
  ];
}

/** A new turn where the user of a root session speaks, files that were attached, and answers of subagents. */
export function toUserEvents(
  { at, agent, typed, attached, returned }: UserMessage,
  isRoot: boolean,
  { bank, readBy }: Around,
): SessionEvent[] {
  const origin = { at, call: undefined };
  return [
    ...(agent === undefined ? [] : [{ kind: "agent-changed" as const, agent }]),
    ...(typed !== undefined && isRoot
      ? [{ kind: "turn-started" as const }, { kind: "user-spoke" as const, text: typed }]
      : []),
    ...attached.flatMap(({ path, lines }): SessionEvent[] => {
      const doc = readName(bank.paths.toTarget(path));
      return doc === undefined ? [] : [{ kind: "doc-read", doc, lines, origin }];
    }),
    ...returned.map((worker) => ({
      kind: "worker-returned" as const,
      worker,
      read: readBy(worker),
      origin,
    })),
  ];
}

function toCallEvents(
  { tool, args, id, at, isCleared, toResult }: PastCall,
  tools: HostTools,
  around: Surroundings,
): SessionEvent[] {
  const result = toResult();
  if (result === undefined) return [];
  const call = tools.toToolCall(tool, args, around);
  const topic = topicIn(result.text);
  return [
    ...toTalkEvents(result),
    ...(call === undefined ? [] : toResultEvents(call, result, { at, call: id })),
    ...(topic === undefined ? [] : [{ kind: "told" as const, topic }]),
    ...(isCleared === true && id !== undefined
      ? [{ kind: "text-left" as const, calls: new Set([id]) }]
      : []),
  ];
}
