import {
  type Answer,
  type GiveAnswer,
  type ModelServer,
  serveModel,
} from "../../shared/model-server.ts";

/** Behind the interface of the Messages API; `url` is its base. */
export function serveMessagesModel(answer: GiveAnswer): Promise<ModelServer> {
  const toError = (message: string) => ({
    type: "error",
    error: { type: "invalid_request_error", message },
  });
  return serveModel({ path: "/v1/messages", toEvents, toError }, answer);
}

let issued = 0;

function* toEvents({ text, calls = [], usage }: Answer): Iterable<object> {
  const tokens = { input_tokens: usage?.promptTokens ?? 1000, output_tokens: 10 };
  const role = { type: "message", role: "assistant", model: "scripted", content: [] };
  yield { type: "message_start", message: { id: `msg_${++issued}`, ...role, usage: tokens } };
  const said = { content_block: { type: "text", text: "" }, delta: { type: "text_delta", text } };
  const blocks = [...(text === undefined ? [] : [said]), ...calls.map(toBlock)];
  for (const [index, { content_block, delta }] of blocks.entries()) {
    yield { type: "content_block_start", index, content_block };
    yield { type: "content_block_delta", index, delta };
    yield { type: "content_block_stop", index };
  }
  const stop_reason = calls.length > 0 ? "tool_use" : "end_turn";
  yield { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage: tokens };
  yield { type: "message_stop" };
}

function toBlock({ tool, args }: NonNullable<Answer["calls"]>[number]) {
  const partial_json = typeof args === "string" ? args : JSON.stringify(args);
  return {
    content_block: { type: "tool_use", id: `toolu_${++issued}`, name: tool, input: {} },
    delta: { type: "input_json_delta", partial_json },
  };
}
