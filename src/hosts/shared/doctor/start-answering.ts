import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { parseJson } from "../parse-json.ts";
import { field, textField } from "../payload.ts";

const PATIENCE = 30_000;

/** A program that answers requests, one message a line. */
export interface Answering {
  /** Throws what the program says went wrong, or that it has ended. */
  call(method: string, params: object): Promise<unknown>;
  tell(method: string): void;
  stop(): void;
}

export function startAnswering(
  [program, ...args]: readonly [program: string, ...args: string[]],
  place: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Answering {
  const child = spawn(program, args, { ...place, stdio: ["pipe", "pipe", "pipe"] });
  const waiting = new Map<number, (answer: unknown) => void>();
  let stderr = "";
  let count = 0;
  child.stderr.on("data", (chunk) => (stderr += chunk));
  child.stdin.on("error", () => {});
  createInterface(child.stdout).on("line", (line) => {
    const message = parseJson(line);
    if (field(message, "method") === undefined)
      waiting.get(Number(field(message, "id")))?.(message);
  });
  const ended = new Promise<never>((_, reject) => {
    child.once("error", reject);
    child.once("close", () => reject(new Error(stderr.trim().slice(-300) || "it ended at once")));
    setTimeout(() => reject(new Error("it did not answer")), PATIENCE).unref();
  });
  ended.catch(() => {});
  const write = (message: object) =>
    void child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  return {
    async call(method, params) {
      const id = ++count;
      const answer = new Promise((resolve) => waiting.set(id, resolve));
      write({ id, method, params });
      const message = await Promise.race([answer, ended]);
      const failure = textField(message, "error", "message");
      if (failure !== undefined) throw new Error(`${method}: ${failure}`);
      return field(message, "result");
    },
    tell: (method) => write({ method }),
    stop: () => void child.kill(),
  };
}
