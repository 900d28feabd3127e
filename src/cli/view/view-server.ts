import { randomBytes } from "node:crypto";
import { type ServerResponse, createServer } from "node:http";
import type { LogPart } from "../../types.ts";
import { SERVED_POLICY } from "./render-page.ts";

/** The page and, as JSON, its current data: `data` is shown first, `rest` is loaded later. */
export interface ViewContent {
  readonly page: string;
  readonly data: () => Promise<string>;
  readonly rest: () => Promise<string>;
}

export interface ViewServer {
  /** Printed in the terminal; works as long as the server runs. */
  readonly address: string;
  /** An address for a browser's command line, which other users of the machine can see; works only once. */
  readonly ticket: string;
  /** Sends the event to every open page. */
  readonly tell: (event: ViewEvent) => void;
  /** The number of open pages. */
  readonly listeners: () => number;
  readonly close: () => Promise<void>;
}

export type ViewEvent = { readonly kind: "bank" } | { readonly kind: "log"; readonly log: LogPart };

const LOOPBACK = "127.0.0.1";
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
 * would be sent to every other port of this machine, and a path that nobody can guess is safe from other sites' pages.
 */
export async function serveView(content: ViewContent, port: number): Promise<ViewServer> {
  const token = newToken();
  let ticket: string | undefined = newToken();
  const listeners = new Set<ServerResponse>();
  // Pages only read, so the method and the body of a request are ignored.
  const server = createServer(({ url = "" }, response) => {
    void answer(url, response).catch(() => refuse(response, 500));
  });

  async function answer(url: string, response: ServerResponse): Promise<void> {
    const [, given, asked] = ASKED.exec(url) ?? [];
    if (asked === "" && given === ticket) {
      ticket = undefined;
      response.writeHead(303, { ...HEADERS, Location: `/${token}/` }).end();
    } else if (given !== token) refuse(response, 404);
    else if (asked === "events") listen(response);
    else if (asked === "data") send(response, "application/json", await content.data());
    else if (asked === "rest") send(response, "application/json", await content.rest());
    else send(response, "text/html", content.page);
  }

  function listen(response: ServerResponse): void {
    response.writeHead(200, { ...HEADERS, "Content-Type": "text/event-stream; charset=utf-8" });
    // The browser reconnects a second after a break; the comment makes it report the connection as open.
    response.write("retry: 1000\n: hello\n\n");
    listeners.add(response);
    response.once("close", () => listeners.delete(response));
  }

  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host: LOOPBACK, port, exclusive: true }, resolve);
  });
  const bound = server.address();
  const origin = `http://${LOOPBACK}:${typeof bound === "object" ? bound?.port : port}`;
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

function send(response: ServerResponse, type: string, text: string): void {
  const body = Buffer.from(text);
  const head = { "Content-Type": `${type}; charset=utf-8`, "Content-Length": body.length };
  response.writeHead(200, { ...HEADERS, ...head }).end(body);
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { ...HEADERS, "Content-Length": 0, Connection: "close" }).end();
}

function newToken(): string {
  return randomBytes(32).toString("base64url");
}
