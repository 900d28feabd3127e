import type { JsonObject } from "../../formats/edit-jsonc.ts";
import { type HookEvents, toHookTable } from "../shared/hook-table.ts";
import { SERVER } from "./words.ts";

/** The host cuts a text of more than 10,000 bytes, three for each unit at the most; so many hooks ask for one. */
export const ROOM = { longest: 3_300, pieces: 5, mostChars: 15_000 };

const ALWAYS = ["event", "session", "transcript", "folder"] as const;
const OF_CALL = [...ALWAYS, "tool", "callID", "args"] as const;

/** The host gives up on a hook that names a field which its event does not have. */
export const EVENTS: HookEvents = {
  UserPromptSubmit: { moment: "prompt", fields: [...ALWAYS, "prompt"] },
  // At any other start the first prompt brings the same.
  SessionStart: { moment: "start", fields: [...ALWAYS, "source"], matcher: "compact" },
  SubagentStart: { moment: "start", fields: ALWAYS },
  PreToolUse: { moment: "before", fields: OF_CALL },
  PostToolUse: { moment: "after", fields: [...OF_CALL, "response"] },
  Stop: { moment: "end", fields: [...ALWAYS, "said"] },
  SubagentStop: { moment: "end", fields: ALWAYS },
};

/** Calls that can write: these are refused when the server is gone. */
const CAUGHT = "Bash|apply_patch";

/** What stands under `hooks` in Codex's hooks.json. The command of the net is run by a shell. */
export function toHooks(net: string): Record<string, JsonObject[]> {
  const table = toHookTable(EVENTS, SERVER, ROOM.pieces);
  const caught = { matcher: CAUGHT, hooks: [{ type: "command", command: net, timeout: 5 }] };
  return { ...table, PreToolUse: [...(table["PreToolUse"] ?? []), caught] };
}
