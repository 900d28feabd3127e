import { field, parseJson, textField } from "./payload.ts";

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

/** What a hook hands over. */
export type HookInput = ReturnType<typeof readHookInput>;

/**
 * A host whose calls name a thread does so beside the fields, because a field that an event lacks would fail the hook,
 * and hands over values as they are. Other hosts hand over texts, which are empty where an event lacks them.
 */
export function readHookInput(given: unknown, thread?: string) {
  const session = textField(given, "session") ?? "";
  const response = field(given, "response");
  const text = (name: string) => textField(given, name);
  return {
    event: text("event") ?? "",
    session,
    /** The subagent that it happens in. */
    agent: thread === session ? undefined : (thread ?? text("agent")),
    agentType: text("agentType"),
    transcript: text("transcript"),
    /** Follows `cd`. */
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
    /** Which piece of a long text is asked for, from 1. */
    part: Number(text("part") ?? 1),
  };
}

function fromJson(value: unknown): unknown {
  return typeof value === "string" ? (parseJson(value) ?? value) : value;
}
