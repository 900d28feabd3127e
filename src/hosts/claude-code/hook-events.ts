import type { HookEvents } from "../shared/hook-table.ts";

/** Claude Code cuts a text after 10,000 units, so `pieces` hooks ask for one text. */
export const ROOM = { longest: 9_900, pieces: 3, mostChars: 24_000 };

const ALWAYS = ["event", "session", "transcript", "folder"] as const;
const OF_AGENT = [...ALWAYS, "agent", "agentType"] as const;
const OF_CALL = [...OF_AGENT, "mode", "tool", "callID", "args"] as const;

export const EVENTS: HookEvents = {
  UserPromptSubmit: { moment: "prompt", fields: [...ALWAYS, "mode", "prompt"] },
  // Only after a compaction: at other starts the server is not running yet, and the first prompt gets the same text.
  SessionStart: { moment: "start", fields: [...ALWAYS, "source"], matcher: "compact" },
  SubagentStart: { moment: "start", fields: OF_AGENT },
  PreToolUse: { moment: "before", fields: OF_CALL },
  PostToolUse: { moment: "after", fields: [...OF_CALL, "response"] },
  PostToolUseFailure: { moment: "after", fields: [...OF_CALL, "error"] },
  Stop: { moment: "end", fields: [...ALWAYS, "said"] },
  SubagentStop: { moment: "end", fields: [...OF_AGENT, "said"] },
};
