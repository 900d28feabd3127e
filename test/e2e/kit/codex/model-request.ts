import type { IncomingHttpHeaders } from "node:http";
import { toRecord, toRecords, toText, type JsonRecord } from "../json.ts";
import {
  type ModelMessage,
  type ModelRequest,
  parseArguments,
  userTextsOfTurn,
} from "../model-request.ts";

/** What Codex asks its model, in the words that the kit has for every host. Its own words and those of hooks have the role "developer". */
export function parseResponsesRequest(body: unknown, headers: IncomingHttpHeaders): ModelRequest {
  const raw = toRecord(body);
  const input = toRecords(raw["input"]);
  const messages = input.flatMap(parseItem);
  const meta = toRecord(parseArguments(toText(headers["x-codex-turn-metadata"])));
  const users = messages.filter((message) => message.role === "user");
  const isSubagent = meta["thread_source"] === "subagent";
  return {
    kind: toKind(meta),
    model: toText(raw["model"]),
    sessionID: toText(meta["session_id"]),
    ...(isSubagent ? { agentID: toText(meta["thread_id"]) } : {}),
    system: [toText(raw["instructions"])],
    messages,
    tools: [...toRecords(raw["tools"]), ...input.flatMap(({ tools }) => toRecords(tools))].flatMap(
      namesOf,
    ),
    lastUserText: users.at(-1)?.text ?? "",
    turnUserTexts: userTextsOfTurn(messages).filter((text) => !isSurroundings(text)),
    toolResults: messages.flatMap(({ text, toolCallID }) =>
      toolCallID === undefined ? [] : [{ id: toolCallID, text }],
    ),
    raw,
  };
}

function toKind(meta: JsonRecord): ModelRequest["kind"] {
  if (meta["thread_source"] === "thread_title") return "title";
  if (meta["request_kind"] === "compaction") return "compaction";
  return meta["request_kind"] === "turn" ? "main" : "other";
}

/** What the host says in the user's name before the first prompt. */
function isSurroundings(text: string): boolean {
  return /^(?:<environment_context>|# AGENTS\.md instructions)/.test(text);
}

/** With its namespace, as scripts name it. */
function namesOf(tool: JsonRecord): string[] {
  const name = toText(tool["name"]) || toText(tool["type"]);
  if (tool["type"] !== "namespace") return [name];
  return toRecords(tool["tools"]).map((each) => `${name}.${toText(each["name"])}`);
}

function parseItem(item: JsonRecord): ModelMessage[] {
  const id = toText(item["call_id"]);
  const tool = [item["namespace"], item["name"]]
    .filter((name) => typeof name === "string")
    .join(".");
  const called = (args: unknown) => [
    { role: "assistant", text: "", toolCalls: [{ id, tool, args }] },
  ];
  switch (item["type"]) {
    case "message":
      return [{ role: toText(item["role"]), text: textOf(item["content"]), toolCalls: [] }];
    case "agent_message":
      // A task, or an answer, of another agent.
      return [{ role: "user", text: textOf(item["content"]), toolCalls: [] }];
    case "function_call":
      return called(parseArguments(toText(item["arguments"])));
    case "custom_tool_call":
      return called(item["input"]);
    case "function_call_output":
    case "custom_tool_call_output":
      return [{ role: "tool", text: textOf(item["output"]), toolCalls: [], toolCallID: id }];
    default:
      return [];
  }
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  return (
    toRecords(content)
      // What one agent tells another comes as if it were encrypted; from a scripted model it is not.
      .map((part) => toText(part["text"]) || toText(part["encrypted_content"]))
      .join("\n")
  );
}
