import type { ServerResponse } from "node:http";
import {
  type Answer,
  type GiveAnswer,
  type ModelServer,
  sendFailure,
  serveModel,
} from "../../shared/model-server.ts";

/** Behind the interface of an OpenAI-compatible provider; `url` is its `baseURL`. */
export async function serveChatModel(answer: GiveAnswer): Promise<ModelServer> {
  const server = await serveModel({ path: "/v1/chat/completions", stream }, answer);
  return { ...server, url: `${server.url}/v1` };
}

let issued = 0;

function stream(response: ServerResponse, { text, calls = [], usage, failure }: Answer): void {
  if (failure !== undefined) {
    const { status, message } = failure;
    sendFailure(response, status, { error: { message, type: "scripted_failure" } });
    return;
  }
  const head = { id: `chatcmpl-${++issued}`, object: "chat.completion.chunk", created: 0 };
  const send = (fields: object) =>
    response.write(`data: ${JSON.stringify({ ...head, model: "scripted", ...fields })}\n\n`);
  const choose = (delta: object, finish: string | null = null) =>
    send({ choices: [{ index: 0, delta, finish_reason: finish }] });
  response.writeHead(200, { "content-type": "text/event-stream" });
  choose({ role: "assistant", content: text ?? "" });
  for (const [index, { tool, args }] of calls.entries()) {
    const named = { name: tool, arguments: typeof args === "string" ? args : JSON.stringify(args) };
    const id = `call_${++issued}`;
    choose({ tool_calls: [{ index, id, type: "function", function: named }] });
  }
  choose({}, calls.length > 0 ? "tool_calls" : "stop");
  const prompt = usage?.promptTokens ?? 100;
  const tokens = { prompt_tokens: prompt, completion_tokens: 10, total_tokens: prompt + 10 };
  send({ choices: [], usage: tokens });
  response.end("data: [DONE]\n\n");
}
