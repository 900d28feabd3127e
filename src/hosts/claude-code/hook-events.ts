import type { HookEvents } from "../shared/hook-table.ts";

/** The host keeps of a text of more than 10,000 units only its beginning; so many hooks ask for one. */
export const ROOM = { longest: 9_900, pieces: 3, mostChars: 24_000 };

const ALWAYS = ["event", "session", "transcript", "folder"] as const;
const OF_AGENT = [...ALWAYS, "agent", "agentType"] as const;
const OF_CALL = [...OF_AGENT, "mode", "tool", "callID", "args"] as const;

export const EVENTS: HookEvents = {
  UserPromptSubmit: { moment: "prompt", fields: [...ALWAYS, "mode", "prompt"] },
  // At any other start the host has no server to ask yet: the first prompt brings the same.
  SessionStart: { moment: "start", fields: [...ALWAYS, "source"], matcher: "compact" },
  SubagentStart: { moment: "start", fields: OF_AGENT },
  PreToolUse: { moment: "before", fields: OF_CALL },
  PostToolUse: { moment: "after", fields: [...OF_CALL, "response"] },
  PostToolUseFailure: { moment: "after", fields: [...OF_CALL, "error"] },
  Stop: { moment: "end", fields: [...ALWAYS, "said"] },
  SubagentStop: { moment: "end", fields: [...OF_AGENT, "said"] },
};
