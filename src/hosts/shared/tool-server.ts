import type { Readable, Writable } from "node:stream";
import { buryDead, showLife } from "../../io/disk/lives.ts";
import { ownPackage } from "../own-package.ts";
import { field, parseJson, textField } from "./payload.ts";

/** Answers the tool calls that a server receives. */
export interface ToolServer {
  readonly call: (params: unknown) => Promise<object>;
  /** Called when the host ends the server. */
  readonly close: () => Promise<void>;
}

/** The thread that a call names, if the host has one server for each thread. */
export function threadOf(params: unknown): string | undefined {
  return textField(params, "_meta", "threadId");
}

/**
 * An MCP server on stdin and stdout. It answers `initialize` at once and loads the rest meanwhile. A thread's server
 * writes a file that shows it is running: without that file the fallback hook refuses calls.
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

/** Answers requests, one per line, as soon as each answer is ready. Undefined means that the method is unknown. */
export function serveLines(
  input: Readable,
  output: Writable,
  answer: (method: string, params: unknown) => Promise<unknown>,
): void {
  // Not with node:readline, which also ends a line at U+2028: JSON may contain that.
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
