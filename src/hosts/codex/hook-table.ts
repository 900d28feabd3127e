import type { JsonObject } from "../../formats/edit-jsonc.ts";
import { toHookTable } from "../shared/hook-table.ts";
import { SERVER } from "./words.ts";

/**
 * The host cuts a text of more than 10,000 bytes; so many hooks ask for one. In Chinese a character has three
 * bytes, so that this is the room of some 15,000 characters and what is said beside them.
 */
export const ROOM = {
  longest: 9_900,
  pieces: 5,
  measure: (text: string) => Buffer.byteLength(text),
};
export const MOST_CHARS = 15_000;

const ALWAYS = ["event", "session", "transcript", "folder"] as const;
const OF_CALL = [...ALWAYS, "tool", "callID", "args"] as const;

/** Which fields each event hands over: the host gives up on a hook that names one that is not there. */
const EVENTS = {
  UserPromptSubmit: [...ALWAYS, "prompt"],
  SessionStart: [...ALWAYS, "source"],
  SubagentStart: ALWAYS,
  PreToolUse: OF_CALL,
  PostToolUse: [...OF_CALL, "response"],
  Stop: [...ALWAYS, "said"],
  SubagentStop: ALWAYS,
} as const;

/** What the net is under: calls that can write. */
const CAUGHT = "Bash|apply_patch";

/** What stands under `hooks` in Codex's hooks.json. The command of the net is run by a shell. */
export function toHooks(net: string): Record<string, JsonObject[]> {
  const table = toHookTable(EVENTS, { server: SERVER, pieces: ROOM.pieces });
  const caught = { matcher: CAUGHT, hooks: [{ type: "command", command: net, timeout: 5 }] };
  return { ...table, PreToolUse: [...(table["PreToolUse"] ?? []), caught] };
}
