import { isatty } from "node:tty";
import { fit } from "./format.ts";

const CLEAR = "\r\u001b[K";

/** What is being done, for whoever waits at a terminal; gone when it is done. */
export function showProgress(text: string): void {
  if (!isatty(2)) return;
  const columns = Math.max(20, process.stderr.columns ?? 80);
  process.stderr.write(`${CLEAR}${fit(`… ${text}`, columns - 1)}`);
}

export function clearProgress(): void {
  if (isatty(2)) process.stderr.write(CLEAR);
}
