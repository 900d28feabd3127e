import { toText, type JsonRecord } from "../json.ts";
import type { ModelRequest } from "../model-request.ts";
import { newResults } from "../new-results.ts";

interface ToolOutcome {
  tool: string;
  /** As the model sees it, with what hooks have put behind it. */
  text: string;
  isError: boolean;
}

interface HookRun {
  /** E.g. `PreToolUse:Write`, `SessionStart:compact`. */
  name: string;
  /** `success`, `error`, … */
  outcome: string;
  stdout: string;
  stderr: string;
}

/** What has come of one prompt. */
export interface Turn {
  /** The agent's last words. */
  text: string;
  isError: boolean;
  session: string;
  /** Of the agent's own calls, in the order in which it made them; not those of its subagents. */
  results: ToolOutcome[];
  /** Everything the model was asked meanwhile, by subagents and for a summary too. */
  requests: ModelRequest[];
  /** Texts for the person alone. */
  notices: string[];
  hooks: HookRun[];
  /** What Claude Code told in `stream-json`. */
  events: readonly JsonRecord[];
}

export function toTurn(events: readonly JsonRecord[], asked: readonly ModelRequest[]): Turn {
  const result = events.findLast((event) => event["type"] === "result") ?? {};
  const session = toText(result["session_id"]);
  const requests = asked.filter((request) => request.sessionID === session);
  const told = (subtype: string) => events.filter((event) => event["subtype"] === subtype);
  return {
    text: toText(result["result"]),
    isError: result["is_error"] !== false,
    session,
    results: newResults(requests.filter((request) => request.agentID === undefined)).map(
      ({ tool, text, isError }) => ({ tool, text: withoutReminders(text), isError }),
    ),
    requests,
    notices: told("informational").map((event) => toText(event["content"])),
    hooks: told("hook_response").map((event) => ({
      name: toText(event["hook_name"]),
      outcome: toText(event["outcome"]),
      stdout: toText(event["stdout"]),
      stderr: toText(event["stderr"]),
    })),
    events,
  };
}

/** The host adds words of its own too: how many tokens are left, which tools it has. */
function withoutReminders(text: string): string {
  const [result = "", ...reminders] = text.split(REMINDER);
  return [result, ...reminders.filter((each) => /^\S+ hook /.test(each))].join(REMINDER);
}

const REMINDER = "\n\n<system-reminder>\n";
