import type { Readable, Writable } from "node:stream";
import { buryDead, showLife } from "../../io/disk/lives.ts";
import { ownPackage } from "../own-package.ts";
import { field, parseJson, textField } from "./payload.ts";

/** What answers the calls of a server. */
export interface ToolServer {
  readonly call: (params: unknown) => Promise<object>;
  /** The host has ended the server. */
  readonly close: () => Promise<void>;
}

/** Where each thread has its own server, calls say whose they are. */
export function threadOf(params: unknown): string | undefined {
  return textField(params, "_meta", "threadId");
}

/**
 * An MCP server on this process's input and output. It greets at once; the rest is loaded meanwhile. The server of a
 * thread shows that it lives: without that, calls are refused.
 */
export function serveTools(
  name: string,
  /** The tools that the model sees. */
  tools: readonly object[],
  open: () => Promise<ToolServer>,
): void {
  const isOff = ["1", "true"].includes(process.env["MEMORY_BANK_DISABLED"] ?? "");
  const opening = open();
  const close = () => {
    buryDead();
    void opening.then((server) => server.close()).finally(() => process.exit(0));
  };
  let thread: string | undefined;
  serveLines(process.stdin, process.stdout, async (method, params) => {
    switch (method) {
      case "initialize":
        return {
          protocolVersion: textField(params, "protocolVersion") ?? "2025-06-18",
          capabilities: { tools: {} },
          serverInfo: { name, version: ownPackage().version },
        };
      case "tools/list":
        return { tools: isOff ? [] : tools };
      case "tools/call": {
        const server = await opening;
        if (thread === undefined) {
          thread = threadOf(params);
          if (thread !== undefined) showLife(thread);
        }
        return server.call(params);
      }
      case "ping":
        return {};
      default:
        return undefined;
    }
  });
  process.stdin.on("end", close);
  process.on("SIGINT", close);
  process.on("SIGTERM", close);
}

/** Answers requests that come one a line, in any order. Undefined is the answer to a method that nobody knows. */
export function serveLines(
  input: Readable,
  output: Writable,
  answer: (method: string, params: unknown) => Promise<unknown>,
): void {
  // Not by node:readline, for which U+2028 ends a line: JSON may have it.
  let rest = "";
  input.setEncoding("utf8");
  input.on("data", (chunk: string) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) void take(parseJson(line));
  });

  async function take(message: unknown): Promise<void> {
    const id = field(message, "id");
    const method = textField(message, "method");
    if (method === undefined || id === undefined) return;
    try {
      const result = await answer(method, field(message, "params"));
      if (result === undefined) send({ id, error: { code: -32_601, message: method } });
      else send({ id, result });
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      send({ id, error: { code: -32_603, message: text } });
    }
  }

  function send(message: object): void {
    output.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }
}

export function toText(text: string, more: object = {}): object {
  return { content: [{ type: "text", text }], ...more };
}
