import { field, parseJson, textField } from "./payload.ts";

/** Our names of fields → the hosts' placeholders for them. */
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

/** The fields that a hook hands over. */
export type HookInput = ReturnType<typeof readHookInput>;

/**
 * One host names the thread beside the fields, because a field that an event lacks would fail the hook, and hands over
 * values as they are. The other hands over texts, which are empty if the event lacks the field.
 */
export function readHookInput(given: unknown, thread?: string) {
  const session = textField(given, "session") ?? "";
  const response = field(given, "response");
  const text = (name: string) => textField(given, name);
  return {
    event: text("event") ?? "",
    session,
    /** The subagent that the hook runs in. */
    agent: thread === session ? undefined : (thread ?? text("agent")),
    agentType: text("agentType"),
    transcript: text("transcript"),
    /** The current folder, after any `cd`. */
    folder: text("folder"),
    mode: text("mode"),
    source: text("source"),
    prompt: text("prompt") ?? "",
    said: text("said"),
    tool: text("tool") ?? "",
    callID: text("callID") ?? "",
    args: fromJson(field(given, "args")),
    // Without parsing: what a command printed stays text, even if it is JSON.
    response: thread === undefined ? fromJson(response) : response,
    error: text("error") ?? "",
    /** Which piece of a long text the hook asks for, from 1. */
    part: Number(text("part") ?? 1),
  };
}

function fromJson(value: unknown): unknown {
  return typeof value === "string" ? (parseJson(value) ?? value) : value;
}
