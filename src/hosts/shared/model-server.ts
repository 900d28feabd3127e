import { type IncomingHttpHeaders, type ServerResponse, createServer } from "node:http";
import { text as readText } from "node:stream/consumers";

/** What a scripted model does with one request. */
export interface Answer {
  readonly text?: string;
  /** A string is sent as it is, also where it is not valid JSON. */
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

/** How a provider speaks: where it is asked, and how it streams an answer. */
interface Provider {
  readonly path: string;
  readonly stream: (response: ServerResponse, answer: Answer) => void;
}

/** A model on loopback, behind the interface of a provider. */
export async function serveModel(
  { path, stream }: Provider,
  answer: GiveAnswer,
): Promise<ModelServer> {
  const server = createServer((request, response) => {
    if (new URL(request.url ?? "", "http://localhost").pathname !== path) {
      response.writeHead(404).end();
      return;
    }
    readText(request)
      .then((body) => answer(JSON.parse(body), request.headers))
      .then((reply) => stream(response, reply))
      .catch(() => response.destroy());
  });
  // A busy host comes back on a connection later than Node's five seconds; closed by then, it would wait and try again.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  server.unref();
  return {
    url: `http://127.0.0.1:${port}`,
    stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      return closed;
    },
  };
}

export function sendFailure(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}
