import type { ServerResponse } from "node:http";
import {
  type Answer,
  type GiveAnswer,
  type ModelServer,
  sendFailure,
  serveModel,
} from "../../shared/model-server.ts";

/** Behind the interface of the Messages API; `url` is its base. */
export function serveMessagesModel(answer: GiveAnswer): Promise<ModelServer> {
  return serveModel({ path: "/v1/messages", stream }, answer);
}

let issued = 0;

function stream(response: ServerResponse, { text, calls = [], usage, failure }: Answer): void {
  if (failure !== undefined) {
    const { status, message } = failure;
    const error = { type: "invalid_request_error", message };
    sendFailure(response, status, { type: "error", error });
    return;
  }
  const send = (type: string, fields: object) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`);
  let index = 0;
  const sendBlock = (content_block: object, delta: object) => {
    send("content_block_start", { index, content_block });
    send("content_block_delta", { index, delta });
    send("content_block_stop", { index });
    index++;
  };
  const tokens = { input_tokens: usage?.promptTokens ?? 1000, output_tokens: 10 };
  const role = { type: "message", role: "assistant", model: "scripted", content: [] };
  response.writeHead(200, { "content-type": "text/event-stream" });
  send("message_start", { message: { id: `msg_${++issued}`, ...role, usage: tokens } });
  if (text !== undefined) sendBlock({ type: "text", text: "" }, { type: "text_delta", text });
  for (const { tool, args } of calls) {
    const partial_json = typeof args === "string" ? args : JSON.stringify(args);
    const block = { type: "tool_use", id: `toolu_${++issued}`, name: tool, input: {} };
    sendBlock(block, { type: "input_json_delta", partial_json });
  }
  const stop_reason = calls.length > 0 ? "tool_use" : "end_turn";
  send("message_delta", { delta: { stop_reason, stop_sequence: null }, usage: tokens });
  send("message_stop", {});
  response.end();
}
