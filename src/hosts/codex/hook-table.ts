import type { JsonObject } from "../../formats/edit-jsonc.ts";
import { type HookEvents, toHookTable } from "../shared/hook-table.ts";
import { SERVER } from "./words.ts";

/** Codex cuts a text after 10,000 bytes, and a unit has up to three: so `pieces` hooks ask for one text. */
export const ROOM = { longest: 3_300, pieces: 5, mostChars: 15_000 };

const ALWAYS = ["event", "session", "transcript", "folder"] as const;
const OF_CALL = [...ALWAYS, "tool", "callID", "args"] as const;

/** Only fields that the event has: Codex fails a hook that names another one. */
export const EVENTS: HookEvents = {
  UserPromptSubmit: { moment: "prompt", fields: [...ALWAYS, "prompt"] },
  // Only after a compaction: at other starts the first prompt gets the same text.
  SessionStart: { moment: "start", fields: [...ALWAYS, "source"], matcher: "compact" },
  SubagentStart: { moment: "start", fields: ALWAYS },
  PreToolUse: { moment: "before", fields: OF_CALL },
  PostToolUse: { moment: "after", fields: [...OF_CALL, "response"] },
  Stop: { moment: "end", fields: [...ALWAYS, "said"] },
  SubagentStop: { moment: "end", fields: ALWAYS },
};

/** Tools that can write: their calls are refused if the server is gone. */
const CAUGHT = "Bash|apply_patch";

/** What we put under `hooks` in Codex's hooks.json. `net` is the shell command that refuses without a server. */
export function toHooks(net: string): Record<string, JsonObject[]> {
  const table = toHookTable(EVENTS, SERVER, ROOM.pieces);
  const caught = { matcher: CAUGHT, hooks: [{ type: "command", command: net, timeout: 5 }] };
  return { ...table, PreToolUse: [...(table["PreToolUse"] ?? []), caught] };
}
