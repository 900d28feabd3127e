import type { Readable, Writable } from "node:stream";
import { parseJson } from "./parse-json.ts";
import { field, textField } from "./payload.ts";

export interface Request {
  readonly method: string;
  readonly params: unknown;
}

/** No method of ours has this name. */
export class UnknownMethod extends Error {}

/** Answers requests that come one a line, in any order; what needs no answer gets none. */
export function serveLines(
  input: Readable,
  output: Writable,
  answer: (request: Request) => Promise<unknown>,
): void {
  let rest = "";
  input.setEncoding("utf8");
  input.on("data", (chunk: string) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line.trim() !== "") void take(line);
  });

  async function take(line: string): Promise<void> {
    const message = parseJson(line);
    const id = field(message, "id");
    const method = textField(message, "method");
    if (method === undefined || id === undefined) return;
    try {
      send({ id, result: await answer({ method, params: field(message, "params") }) });
    } catch (error) {
      const isUnknown = error instanceof UnknownMethod;
      const text = error instanceof Error ? error.message : String(error);
      send({ id, error: { code: isUnknown ? -32_601 : -32_603, message: text } });
    }
  }

  function send(message: object): void {
    output.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }
}
