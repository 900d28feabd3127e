import {
  type Answer,
  type GiveAnswer,
  type ModelServer,
  serveModel,
} from "../../shared/model-server.ts";

/** Behind the interface of the Responses API; `url` is the `base_url` of the provider. */
export async function serveResponsesModel(answer: GiveAnswer): Promise<ModelServer> {
  const toError = (message: string) => ({ error: { message, type: "scripted_failure" } });
  const server = await serveModel({ path: "/v1/responses", toEvents, toError }, answer);
  return { ...server, url: `${server.url}/v1` };
}

/** Their input is a text, not JSON. */
const FREE_FORM = new Set(["apply_patch", "exec"]);

let issued = 0;

function* toEvents({ text, calls = [], usage }: Answer): Iterable<object> {
  const output = [...(text === undefined ? [] : [toMessage(text)]), ...calls.map(toCall)];
  const input_tokens = usage?.promptTokens ?? 1000;
  const tokens = { input_tokens, output_tokens: 10, total_tokens: input_tokens + 10 };
  const head = { id: `resp_${++issued}`, object: "response" };
  yield { type: "response.created", response: { ...head, status: "in_progress", output: [] } };
  for (const [output_index, item] of output.entries()) {
    yield { type: "response.output_item.added", output_index, item };
    yield { type: "response.output_item.done", output_index, item };
  }
  const done = { ...head, status: "completed", output, usage: tokens };
  yield { type: "response.completed", response: done };
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
