import type { IncomingHttpHeaders } from "node:http";
import { toRecord, toRecords, toText, type JsonRecord } from "../json.ts";
import { type ModelMessage, type ModelRequest, userTextsOfTurn } from "../model-request.ts";

/** What Claude Code asks its model, in the words that the kit has for every host. */
export function parseMessagesRequest(body: unknown, headers: IncomingHttpHeaders): ModelRequest {
  const raw = toRecord(body);
  const sent = toRecords(raw["messages"]);
  const messages = sent.flatMap(parseMessage);
  const agent = headers["x-claude-code-agent-id"];
  const tools = toRecords(raw["tools"]).map((tool) => toText(tool["name"]));
  const users = messages.filter((message) => message.role === "user");
  return {
    kind: toKind(users.at(-1)?.text ?? "", tools),
    model: toText(raw["model"]),
    sessionID: toText(headers["x-claude-code-session-id"]),
    ...(typeof agent === "string" ? { agentID: agent } : {}),
    system: toBlocks(raw["system"]).map((block) => toText(block["text"])),
    messages,
    tools,
    lastUserText: users.at(-1)?.text ?? "",
    turnUserTexts: userTextsOfTurn(messages).filter((text) => !isReminder(text)),
    toolResults: sent
      .flatMap((message) => toBlocks(message["content"]))
      .filter((block) => block["type"] === "tool_result")
      .map((block) => ({
        id: toText(block["tool_use_id"]),
        text: textOf(block["content"]),
        isError: block["is_error"] === true,
      })),
    raw,
  };
}

function toKind(lastText: string, tools: string[]): ModelRequest["kind"] {
  if (lastText.includes("Your task is to create a detailed summary")) return "compaction";
  return tools.length > 0 ? "main" : "other";
}

/** The host's own words stand among the user's; so do those of hooks. */
function isReminder(text: string): boolean {
  return text.startsWith("<system-reminder>");
}

/** Results and words of the user's come in one message: here each is one of its own. */
function parseMessage(message: JsonRecord): ModelMessage[] {
  const role = toText(message["role"]);
  const blocks = toBlocks(message["content"]);
  if (role === "assistant") {
    const toolCalls = blocks
      .filter((block) => block["type"] === "tool_use")
      .map((block) => ({
        id: toText(block["id"]),
        tool: toText(block["name"]),
        args: block["input"],
      }));
    return [{ role, text: textOf(blocks), toolCalls }];
  }
  return blocks.flatMap((block) => {
    if (block["type"] === "text") return [{ role, text: toText(block["text"]), toolCalls: [] }];
    if (block["type"] !== "tool_result") return [];
    const toolCallID = toText(block["tool_use_id"]);
    return [{ role: "tool", text: textOf(block["content"]), toolCalls: [], toolCallID }];
  });
}

function toBlocks(content: unknown): JsonRecord[] {
  return typeof content === "string" ? [{ type: "text", text: content }] : toRecords(content);
}

function textOf(content: unknown): string {
  return toBlocks(content)
    .filter((block) => block["type"] === "text")
    .map((block) => toText(block["text"]))
    .join("\n");
}
