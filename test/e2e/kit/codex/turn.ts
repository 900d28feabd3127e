import { toRecord, toText, type JsonRecord } from "../json.ts";
import type { ModelRequest } from "../model-request.ts";
import { newResults } from "../new-results.ts";

interface ToolOutcome {
  /** With its namespace, if it has one. */
  tool: string;
  /** As the model sees it. */
  text: string;
  /** Without the host's lines about it: what a command printed. */
  output: string;
  /** What stands between call and result: texts of hooks. */
  notes: string[];
}

/** What has come of one prompt. */
export interface Outcome {
  /** The agent's last words. */
  text: string;
  /** What went wrong. */
  errors: string[];
  session: string;
  /** Of the agent's own calls, in the order in which it made them; not those of its subagents. */
  results: ToolOutcome[];
  /** Everything the model was asked meanwhile, by subagents and for a summary too. */
  requests: ModelRequest[];
}

export interface Turn extends Outcome {
  /** What `codex exec --json` told. */
  events: readonly JsonRecord[];
}

export function toTurn(events: readonly JsonRecord[], asked: readonly ModelRequest[]): Turn {
  const told = (type: string) => events.filter((event) => event["type"] === type);
  const items = told("item.completed").map((event) => toRecord(event["item"]));
  const said = items.findLast((item) => item["type"] === "agent_message");
  const errors = [...items.filter((item) => item["type"] === "error"), ...told("error")];
  return {
    ...toOutcome(toText(told("thread.started")[0]?.["thread_id"]), asked),
    text: toText(said?.["text"]),
    errors: errors.map((each) => toText(each["message"])),
    events,
  };
}

export function toOutcome(
  session: string,
  asked: readonly ModelRequest[],
): Pick<Outcome, "session" | "requests" | "results"> {
  const requests = asked.filter((request) => request.sessionID === session);
  const own = requests.filter((request) => request.agentID === undefined);
  const results = newResults(own).map(({ tool, text, id, request }) => ({
    tool,
    text,
    output: text.replace(/^[^]*?\nOutput:\n+/, ""),
    notes: notesBefore(id, request),
  }));
  return { session, requests, results };
}

function notesBefore(id: string, { messages }: ModelRequest): string[] {
  const end = messages.findIndex(({ toolCallID }) => toolCallID === id);
  const begin = messages.slice(0, end).findLastIndex(({ role }) => role !== "developer");
  return messages.slice(begin + 1, end).map(({ text }) => text);
}
