import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import { text as readText } from "node:stream/consumers";

export interface ScriptedModel {
  /** The provider's address. */
  readonly url: string;
  /** What the model was shown as results of its tool calls. */
  readonly results: readonly string[];
  stop(): void;
}

/** A model on loopback that makes one call, and then says that it is done. */
export async function startScriptedModel(tool: string, args: object): Promise<ScriptedModel> {
  const results: string[] = [];
  const server = createServer((request, response) => {
    reply(request, response).catch(() => response.destroy());
  });
  async function reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { hasTools, shown } = parseRequest(await readText(request));
    results.push(...shown);
    answer(response, hasTools && shown.length === 0 ? { tool, args } : undefined);
  }
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    results,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function parseRequest(body: string): { hasTools: boolean; shown: string[] } {
  const request: unknown = JSON.parse(body);
  const messages = listIn(request, "messages");
  return {
    hasTools: listIn(request, "tools").length > 0,
    shown: messages.filter((message) => fieldIn(message, "role") === "tool").map(contentOf),
  };
}

function contentOf(message: unknown): string {
  const content = fieldIn(message, "content");
  if (typeof content === "string") return content;
  return listIn(message, "content")
    .map((part) => fieldIn(part, "text"))
    .filter((text) => typeof text === "string")
    .join("\n");
}

/** As an OpenAI-compatible provider streams it. */
function answer(response: ServerResponse, call: { tool: string; args: object } | undefined): void {
  const send = (fields: object) => {
    const head = { id: "doctor", object: "chat.completion.chunk", created: 0, model: "m1" };
    response.write(`data: ${JSON.stringify({ ...head, ...fields })}\n\n`);
  };
  const choose = (delta: object, finish: string | null) =>
    send({ choices: [{ index: 0, delta, finish_reason: finish }] });
  response.writeHead(200, { "content-type": "text/event-stream" });
  choose({ role: "assistant", content: call === undefined ? "Done." : "" }, null);
  if (call !== undefined) {
    const named = { name: call.tool, arguments: JSON.stringify(call.args) };
    const made = { index: 0, id: "call_1", type: "function", function: named };
    choose({ tool_calls: [made] }, null);
  }
  choose({}, call === undefined ? "stop" : "tool_calls");
  send({ choices: [], usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 } });
  response.end("data: [DONE]\n\n");
}

function fieldIn(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

function listIn(value: unknown, name: string): unknown[] {
  const list = fieldIn(value, name);
  return Array.isArray(list) ? list : [];
}
