import { randomBytes, timingSafeEqual } from "node:crypto";
import { type IncomingMessage, type Server, type ServerResponse, createServer } from "node:http";
import type { LogPart } from "../../types.ts";
import { SERVED_POLICY } from "./render-page.ts";

/** The page, and as JSON what it shows first and what comes later, as that is now. */
export interface ViewContent {
  readonly page: string;
  readonly data: () => Promise<string>;
  readonly rest: () => Promise<string>;
}

export interface ViewServer {
  /** For the terminal: good as long as the server runs. */
  readonly address: string;
  /** For the command line of a browser, which other users of the machine can see: good once. */
  readonly ticket: string;
  /** Tells every page that is open. */
  readonly tell: (event: ViewEvent) => void;
  /** How many pages are listening. */
  readonly listeners: () => number;
  readonly close: () => Promise<void>;
}

export type ViewEvent = { readonly kind: "bank" } | { readonly kind: "log"; readonly log: LogPart };

const LOOPBACK = "127.0.0.1";
const MOST_CONNECTIONS = 32;
const TOKEN_BYTES = 32;
const ASKED = /^\/([\w-]{43})\/(|data|rest|events)$/;

const HEADERS = {
  "Content-Security-Policy": SERVED_POLICY,
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
};

/**
 * Serves one page and its data to whoever has the token, on loopback only. The token is in the path: a cookie
 * would be sent to every other port of this machine, and a path that is never linked to leaves no trace.
 */
export async function serveView(content: ViewContent, port: number): Promise<ViewServer> {
  const token = newToken();
  let ticket: string | undefined = newToken();
  const listeners = new Set<ServerResponse>();
  const timeouts = { requestTimeout: 10_000, headersTimeout: 10_000 };
  const server = createServer({ maxHeaderSize: 8192, ...timeouts }, (request, response) => {
    void answer(request, response).catch(() => {
      if (!response.headersSent) refuse(response, 500);
      response.end();
    });
  });
  server.maxConnections = MOST_CONNECTIONS;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Nothing is ever sent to us: a body is not read.
    const refusal = findRefusal(request, portOf(server));
    if (refusal !== undefined) return refuse(response, refusal);
    const [, given, asked] = ASKED.exec(request.url ?? "") ?? [];
    if (given === undefined) return refuse(response, 404);
    if (asked === "" && ticket !== undefined && isSame(given, ticket)) {
      ticket = undefined;
      response.writeHead(303, { ...HEADERS, Location: `/${token}/` }).end();
      return;
    }
    if (!isSame(given, token)) return refuse(response, 404);
    switch (asked) {
      case "events":
        return listen(response);
      case "rest":
        return send(response, "application/json", await content.rest());
      case "data":
        return send(response, "application/json", await content.data());
      default:
        return send(response, "text/html", content.page);
    }
  }

  function listen(response: ServerResponse): void {
    response.writeHead(200, { ...HEADERS, "Content-Type": "text/event-stream; charset=utf-8" });
    // Comes back soon when the connection breaks; the first words make the browser say that it is open.
    response.write("retry: 1000\n: hello\n\n");
    listeners.add(response);
    response.once("close", () => listeners.delete(response));
  }

  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host: LOOPBACK, port, exclusive: true }, resolve);
  });
  const origin = `http://${LOOPBACK}:${portOf(server)}`;
  return {
    address: `${origin}/${token}/`,
    ticket: `${origin}/${ticket}/`,
    listeners: () => listeners.size,
    tell(event) {
      const data = JSON.stringify(event.kind === "log" ? event.log : {});
      for (const response of listeners) {
        response.write(`event: ${event.kind}\ndata: ${data}\n\n`);
      }
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Why a request is not ours to answer: another method, another name for this machine, another site's page. */
function findRefusal({ method, headers }: IncomingMessage, port: number): number | undefined {
  if (method !== "GET") return 405;
  const hosts = [`${LOOPBACK}:${port}`, `localhost:${port}`];
  // A name that somebody's DNS points at this machine is refused, so that no site can pass for us.
  if (!hosts.includes(headers.host ?? "")) return 403;
  const { origin } = headers;
  if (origin !== undefined && !hosts.some((host) => origin === `http://${host}`)) return 403;
  const site = headers["sec-fetch-site"];
  return site === undefined || site === "same-origin" || site === "none" ? undefined : 403;
}

function send(response: ServerResponse, type: string, text: string): void {
  const body = Buffer.from(text);
  const head = { "Content-Type": `${type}; charset=utf-8`, "Content-Length": body.length };
  response.writeHead(200, { ...HEADERS, ...head }).end(body);
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { ...HEADERS, "Content-Length": 0, Connection: "close" }).end();
}

function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString("base64url");
}

/** Both have the same length: the pattern has seen to it. */
function isSame(given: string, token: string): boolean {
  return timingSafeEqual(Buffer.from(given), Buffer.from(token));
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" ? (address?.port ?? 0) : 0;
}
