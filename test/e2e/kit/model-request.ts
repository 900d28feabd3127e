import type { IncomingHttpHeaders } from "node:http";
import { isRecord, toRecord, toRecords, toText, type JsonRecord } from "./json.ts";

type RequestKind = "main" | "title" | "compaction" | "other";

export interface ModelMessage {
  role: string;
  text: string;
  toolCalls: { id: string; tool: string; args: unknown }[];
  /** The call that a message of role "tool" answers. */
  toolCallID?: string;
}

export interface ModelRequest {
  kind: RequestKind;
  model: string;
  sessionID: string;
  /** The subagent within the session. */
  agentID?: string;
  system: string[];
  /** Everything but the system messages. */
  messages: ModelMessage[];
  tools: string[];
  lastUserText: string;
  /** The user texts of the current turn, the latest first. */
  turnUserTexts: string[];
  toolResults: { id: string; text: string; isError?: boolean }[];
  /** The `userText` of the script that answered. */
  script?: string;
  raw: JsonRecord;
}

export function parseModelRequest(body: unknown, headers: IncomingHttpHeaders): ModelRequest {
  const raw = toRecord(body);
  const all = toRecords(raw["messages"]).map(parseMessage);
  const system = all.filter((message) => message.role === "system").map((message) => message.text);
  const messages = all.filter((message) => message.role !== "system");
  const tools = toRecords(raw["tools"]).map((tool) => toText(toRecord(tool["function"])["name"]));
  return {
    kind: toKind(system, tools),
    model: toText(raw["model"]),
    sessionID: toText(headers["x-session-affinity"]),
    system,
    messages,
    tools,
    lastUserText: messages.findLast((message) => message.role === "user")?.text ?? "",
    turnUserTexts: userTextsOfTurn(messages),
    toolResults: messages
      .filter((message) => message.role === "tool")
      .map((message) => ({ id: message.toolCallID ?? "", text: message.text })),
    raw,
  };
}

function toKind(system: string[], tools: string[]): RequestKind {
  const prompt = system[0] ?? "";
  if (prompt.startsWith("You are a title generator")) return "title";
  if (tools.length > 0) return "main";
  return /summar/i.test(prompt) ? "compaction" : "other";
}

/**
 * Plugins and the host may add user messages of their own behind the user's, so the latest one alone does not tell which
 * turn this is. An assistant message without calls ended the turn before.
 */
export function userTextsOfTurn(messages: ModelMessage[]): string[] {
  const end = messages.findLastIndex(
    (message) => message.role === "assistant" && message.toolCalls.length === 0,
  );
  return messages
    .slice(end + 1)
    .filter((message) => message.role === "user")
    .map((message) => message.text)
    .toReversed();
}

/** All that the model is shown with a request, as one text. */
export function shownTo(request: ModelRequest | undefined): string {
  if (request === undefined) return "";
  return [...request.system, ...request.messages.map((message) => message.text)].join("\n");
}

function parseMessage(message: JsonRecord): ModelMessage {
  const toolCallID = message["tool_call_id"];
  return {
    role: toText(message["role"]),
    text: textOf(message["content"]),
    toolCalls: toRecords(message["tool_calls"]).map((entry) => {
      const called = toRecord(entry["function"]);
      return {
        id: toText(entry["id"]),
        tool: toText(called["name"]),
        args: parseArguments(toText(called["arguments"])),
      };
    }),
    ...(typeof toolCallID === "string" ? { toolCallID } : {}),
  };
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  return toRecords(content)
    .filter((part) => isRecord(part) && part["type"] === "text")
    .map((part) => toText(part["text"]))
    .join("\n");
}

export function parseArguments(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** In the order of the calls. Later requests repeat what earlier ones told, and a compaction takes some of it away. */
export function newResults(requests: readonly ModelRequest[]) {
  const known = new Set(requests[0]?.toolResults.map(({ id }) => id));
  return requests.flatMap((request) =>
    request.messages
      .flatMap(({ toolCalls }) => toolCalls)
      .flatMap(({ id }) => {
        const result = request.toolResults.find((each) => each.id === id);
        if (known.has(id) || result === undefined) return [];
        known.add(id);
        // The first request that told it.
        return [{ id, text: result.text, isError: result.isError === true, request }];
      }),
  );
}
