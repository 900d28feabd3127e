import { ownPackage } from "../own-package.ts";
import { UnknownMethod, serveLines } from "./json-rpc.ts";
import { textField } from "./payload.ts";

/** What is behind the tools of a server. */
export interface ToolServer {
  readonly isOff: boolean;
  readonly call: (params: unknown) => Promise<object>;
  /** Its host has ended it. */
  readonly close: () => Promise<void>;
}

/** One that is switched off. */
export const SWITCHED_OFF: ToolServer = {
  isOff: true,
  call: async () => toText("{}"),
  close: async () => {},
};

export interface Greeting {
  readonly name: string;
  /** Those that the model may call. */
  readonly tools: readonly object[];
}

/** An MCP server on this process's input and output. It greets at once; the rest is loaded meanwhile. */
export function serveTools(greeting: Greeting, open: () => Promise<ToolServer>): void {
  const { name, tools } = greeting;
  // Only the settings tell whether it is off: they are not there yet.
  const mayBeOff = process.env["MEMORY_BANK_DISABLED"] !== undefined;
  const opening = open();
  let isClosing = false;
  function close(): void {
    if (isClosing) return;
    isClosing = true;
    void opening.then((server) => server.close()).finally(() => process.exit(0));
  }
  serveLines(process.stdin, process.stdout, async ({ method, params }) => {
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
        throw new UnknownMethod(method);
    }
  });
  process.stdin.on("end", close);
  process.on("SIGINT", close);
  process.on("SIGTERM", close);
}

export function toText(text: string, more: object = {}): object {
  return { content: [{ type: "text", text }], ...more };
}
