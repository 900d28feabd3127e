import type { ServerResponse } from "node:http";
import {
  type Answer,
  type GiveAnswer,
  type ModelServer,
  sendFailure,
  serveModel,
} from "../../shared/model-server.ts";

/** Behind the interface of the Responses API; `url` is the `base_url` of the provider. */
export async function serveResponsesModel(answer: GiveAnswer): Promise<ModelServer> {
  const server = await serveModel({ path: "/v1/responses", stream }, answer);
  return { ...server, url: `${server.url}/v1` };
}

/** Their input is a text, not JSON. */
const FREE_FORM = new Set(["apply_patch", "exec"]);

let issued = 0;

function stream(response: ServerResponse, { text, calls = [], usage, failure }: Answer): void {
  if (failure !== undefined) {
    const { status, message } = failure;
    sendFailure(response, status, { error: { message, type: "scripted_failure" } });
    return;
  }
  const send = (type: string, fields: object) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`);
  const output = [...(text === undefined ? [] : [toMessage(text)]), ...calls.map(toCall)];
  const input_tokens = usage?.promptTokens ?? 1000;
  const tokens = { input_tokens, output_tokens: 10, total_tokens: input_tokens + 10 };
  const head = { id: `resp_${++issued}`, object: "response" };
  response.writeHead(200, { "content-type": "text/event-stream" });
  send("response.created", { response: { ...head, status: "in_progress", output: [] } });
  for (const [output_index, item] of output.entries()) {
    send("response.output_item.added", { output_index, item });
    send("response.output_item.done", { output_index, item });
  }
  const done = { ...head, status: "completed", output, usage: tokens };
  send("response.completed", { response: done });
  response.end();
}

function toMessage(text: string): object {
  const content = [{ type: "output_text", text, annotations: [] }];
  return { type: "message", id: `msg_${++issued}`, role: "assistant", content };
}

/** A tool of a namespace is named with it: `multi_agent_v1.spawn_agent`. */
function toCall({ tool, args }: NonNullable<Answer["calls"]>[number]): object {
  const [name = "", namespace] = tool.split(".").toReversed();
  const call_id = `call_${++issued}`;
  if (typeof args === "string" && FREE_FORM.has(name))
    return { type: "custom_tool_call", id: `ctc_${issued}`, call_id, name, input: args };
  return {
    type: "function_call",
    id: `fc_${issued}`,
    call_id,
    name,
    ...(namespace === undefined ? {} : { namespace }),
    arguments: typeof args === "string" ? args : JSON.stringify(args),
  };
}
