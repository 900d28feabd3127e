import type { Readable, Writable } from "node:stream";
import { ownPackage } from "../own-package.ts";
import { parseJson } from "./parse-json.ts";
import { field, textField } from "./payload.ts";

/** What answers the calls of a server. */
export interface ToolServer {
  readonly isOff: boolean;
  readonly call: (params: unknown) => Promise<object>;
  /** The host has ended the server. */
  readonly close: () => Promise<void>;
}

/** The server where the user has switched us off. */
export const SWITCHED_OFF: ToolServer = {
  isOff: true,
  call: async () => toText("{}"),
  close: async () => {},
};

/** An MCP server on this process's input and output. It greets at once; the rest is loaded meanwhile. */
export function serveTools(
  name: string,
  /** The tools that the model sees. */
  tools: readonly object[],
  open: () => Promise<ToolServer>,
): void {
  // Whether it is off is known only once the settings were read.
  const mayBeOff = process.env["MEMORY_BANK_DISABLED"] !== undefined;
  const opening = open();
  let isClosing = false;
  function close(): void {
    if (isClosing) return;
    isClosing = true;
    void opening.then((server) => server.close()).finally(() => process.exit(0));
  }
  serveLines(process.stdin, process.stdout, async (method, params) => {
    switch (method) {
      case "initialize":
        return {
          protocolVersion: textField(params, "protocolVersion") ?? "2025-06-18",
          capabilities: { tools: {} },
          serverInfo: { name, version: ownPackage().version },
        };
      case "tools/list":
        return { tools: mayBeOff && (await opening).isOff ? [] : tools };
      case "tools/call":
        return (await opening).call(params);
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
