import { type IncomingHttpHeaders, type ServerResponse, createServer } from "node:http";
import { text as readText } from "node:stream/consumers";
import { textField } from "./payload.ts";

/** How a scripted model answers one request. */
export interface Answer {
  readonly text?: string;
  /** `args` that are a string are sent as they are, even if they are not valid JSON. */
  readonly calls?: readonly { readonly tool: string; readonly args: unknown }[];
  readonly usage?: { readonly promptTokens: number };
  /** The provider answers with an HTTP error instead. Some hosts retry 400, 429 and 5xx; none retries 403. */
  readonly failure?: { readonly status: number; readonly message: string };
}

export type GiveAnswer = (body: unknown, headers: IncomingHttpHeaders) => Answer | Promise<Answer>;

export interface ModelServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** A provider's interface: the path of its base address, the path of requests below it, and the streamed events. */
export interface Provider {
  readonly base: string;
  readonly path: string;
  readonly toEvents: (answer: Answer) => Iterable<object | string>;
}

/** Starts a scripted model on loopback, behind the interface of a provider. */
export async function serveModel(
  { base, path, toEvents }: Provider,
  answer: GiveAnswer,
): Promise<ModelServer> {
  const server = createServer((request, response) => {
    if (new URL(request.url ?? "", "http://localhost").pathname !== base + path) {
      response.writeHead(404).end();
      return;
    }
    readText(request)
      .then((body) => answer(JSON.parse(body), request.headers))
      .then((reply) => send(response, reply, toEvents))
      .catch(() => response.destroy());
  });
  // Node closes an idle connection after five seconds. A busy host would then have to wait and try again.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  server.unref();
  return {
    url: `http://127.0.0.1:${port}${base}`,
    stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      return closed;
    },
  };
}

function send(response: ServerResponse, answer: Answer, toEvents: Provider["toEvents"]): void {
  if (answer.failure !== undefined) {
    const { status, message } = answer.failure;
    const error = { type: "invalid_request_error", message };
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify({ type: "error", error }));
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const event of toEvents(answer)) {
    const name = textField(event, "type");
    if (name !== undefined) response.write(`event: ${name}\n`);
    response.write(`data: ${typeof event === "string" ? event : JSON.stringify(event)}\n\n`);
  }
  response.end();
}
