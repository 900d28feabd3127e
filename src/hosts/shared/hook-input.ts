import { parseJson } from "./parse-json.ts";
import { field, textField } from "./payload.ts";

/** What a hook hands over: all fields are texts, and those that the event lacks are empty. */
export interface HookInput {
  readonly event: string;
  readonly session: string;
  /** The subagent that it happens in. */
  readonly agent: string | undefined;
  readonly agentType: string | undefined;
  readonly transcript: string | undefined;
  /** Follows `cd`. */
  readonly folder: string | undefined;
  readonly mode: string | undefined;
  readonly source: string | undefined;
  readonly prompt: string;
  readonly said: string | undefined;
  readonly tool: string;
  readonly callID: string;
  readonly args: unknown;
  readonly response: unknown;
  readonly error: string;
  /** Which piece of a long text is asked for, from 1. */
  readonly part: number;
}

/** The placeholders of the host, by our names. */
export const FIELDS = {
  event: "hook_event_name",
  session: "session_id",
  agent: "agent_id",
  agentType: "agent_type",
  transcript: "transcript_path",
  folder: "cwd",
  mode: "permission_mode",
  source: "source",
  prompt: "prompt",
  said: "last_assistant_message",
  tool: "tool_name",
  callID: "tool_use_id",
  args: "tool_input",
  response: "tool_response",
  error: "error",
} as const;

/**
 * A host whose calls name a thread does so beside the fields, because a field that an event lacks would fail the hook,
 * and hands over values as they are. Other hosts hand over texts.
 */
export function readHookInput(given: unknown, thread?: string): HookInput {
  const session = textField(given, "session") ?? "";
  const response = field(given, "response");
  const text = (name: string) => textField(given, name);
  return {
    event: text("event") ?? "",
    session,
    agent: thread === session ? undefined : (thread ?? text("agent")),
    agentType: text("agentType"),
    transcript: text("transcript"),
    folder: text("folder"),
    mode: text("mode"),
    source: text("source"),
    prompt: text("prompt") ?? "",
    said: text("said"),
    tool: text("tool") ?? "",
    callID: text("callID") ?? "",
    args: fromJson(field(given, "args")),
    // What a command printed stays text, even if it is JSON.
    response: thread === undefined ? fromJson(response) : response,
    error: text("error") ?? "",
    part: Number(text("part") ?? 1),
  };
}

function fromJson(value: unknown): unknown {
  return typeof value === "string" ? (parseJson(value) ?? value) : value;
}
