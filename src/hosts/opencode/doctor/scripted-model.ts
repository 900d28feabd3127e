import { type IncomingHttpHeaders, type ServerResponse, createServer } from "node:http";
import { text as readText } from "node:stream/consumers";

/** What a scripted model does with one request. */
export interface Answer {
  readonly text?: string;
  /** A string is sent as it is, also where it is not valid JSON. */
  readonly calls?: readonly { readonly tool: string; readonly args: unknown }[];
  readonly usage?: { readonly promptTokens: number };
  /** The provider answers with an HTTP error instead. The host retries 429 and 5xx, not 400. */
  readonly failure?: { readonly status: number; readonly message: string };
}

export interface ModelServer {
  /** The `baseURL` of the provider. */
  readonly url: string;
  stop(): Promise<void>;
}

/** A model on loopback, behind the interface of an OpenAI-compatible provider. */
export async function serveModel(
  answer: (body: unknown, headers: IncomingHttpHeaders) => Answer | Promise<Answer>,
): Promise<ModelServer> {
  const server = createServer((request, response) => {
    if (!request.url?.endsWith("/chat/completions")) {
      response.writeHead(404).end();
      return;
    }
    readText(request)
      .then((body) => answer(JSON.parse(body), request.headers))
      .then((reply) => stream(response, reply))
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  server.unref();
  return {
    url: `http://127.0.0.1:${port}/v1`,
    stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      return closed;
    },
  };
}

let issued = 0;

function stream(response: ServerResponse, { text, calls = [], usage, failure }: Answer): void {
  if (failure !== undefined) {
    const { status, message } = failure;
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify({ error: { message, type: "scripted_failure" } }));
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
