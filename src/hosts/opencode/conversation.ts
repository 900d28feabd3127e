import type { Paths } from "../../io/disk/paths.ts";
import { readName } from "../../policy/call.ts";
import { topicIn } from "../../policy/decide.ts";
import { toResultEvents, toTalkEvents } from "../../policy/result-events.ts";
import type { LineRange, SessionEvent, ToolResult } from "../../types.ts";
import type { HostTools } from "../shared/host-tools.ts";
import type { Surroundings } from "../shared/surroundings.ts";

/** A message to the agent, whichever line of OpenCode tells it. */
export interface UserMessage {
  readonly at: number;
  /** The words of the person; undefined where nobody typed the message. */
  readonly typed: string | undefined;
  readonly attached: readonly { readonly path: string; readonly lines: LineRange | "whole" }[];
  /** A worker whose answer it brings, and the docs that it has read. */
  readonly returned: readonly { readonly worker: string; readonly read: readonly string[] }[];
}

/** A new turn where the user of a root session speaks, files that were attached, and answers of subagents. */
export function toUserEvents(
  { at, typed, attached, returned }: UserMessage,
  isRoot: boolean,
  paths: Paths,
): SessionEvent[] {
  const origin = { at, call: undefined };
  return [
    ...(typed !== undefined && isRoot
      ? [{ kind: "turn-started" as const }, { kind: "user-spoke" as const, text: typed }]
      : []),
    ...attached.flatMap(({ path, lines }): SessionEvent[] => {
      const doc = readName(paths.toTarget(path));
      return doc === undefined ? [] : [{ kind: "doc-read", doc, lines, origin }];
    }),
    ...returned.map((each) => ({ kind: "worker-returned" as const, ...each, origin })),
  ];
}

/** What the agent said in a message, and whether it went on with tools. */
export function toSpeechEvents(texts: readonly string[], hasCalls: boolean): SessionEvent[] {
  return [
    { kind: "request-began" },
    ...texts.map((text) => ({ kind: "said" as const, text })),
    ...(hasCalls ? [{ kind: "called" as const }] : []),
  ];
}

/** A call that succeeded, as the history keeps it. */
export interface PastCall {
  readonly tool: string;
  readonly args: unknown;
  readonly id: string | undefined;
  readonly at: number;
  readonly result: ToolResult;
}

/** The same events that the hooks would have recorded. */
export function toCallEvents(
  { tool, args, id, at, result }: PastCall,
  tools: HostTools,
  around: Surroundings,
): SessionEvent[] {
  const call = tools.toToolCall(tool, args, around);
  const topic = topicIn(result.text);
  return [
    ...toTalkEvents(result),
    ...(call === undefined ? [] : toResultEvents(call, result, { at, call: id })),
    ...(topic === undefined ? [] : [{ kind: "told" as const, topic }]),
  ];
}
