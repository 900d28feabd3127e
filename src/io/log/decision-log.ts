import { appendFileSync, mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { hideKeys } from "../../bank/shorten.ts";
import type { LogLine } from "../../types.ts";
import { attempt, lstatOf } from "../disk/read.ts";
import { toDiskError } from "../disk/disk-error.ts";

/** In the state folder. */
export const LOG_FILE = "decisions.jsonl";
export const OLD_LOG_FILE = "decisions.1.jsonl";
/** Of each of the two files: 5 MB together. */
const MOST_BYTES = 2_500_000;
/** Sessions may be called by long runs of letters and digits. */
const IDS: ReadonlySet<string> = new Set(["session", "root"]);

export interface DecisionLogOptions {
  /** The state folder; asked anew each time, since a bank may come to be elsewhere. */
  readonly folder: () => string;
  /** Called once: a log that cannot be written is no reason to disturb anybody again. */
  readonly onProblem: (error: unknown) => void;
}

/** Returns what writes a line. */
export function createDecisionLog({ folder, onProblem }: DecisionLogOptions) {
  let isReported = false;
  return (line: LogLine): void => {
    try {
      append(folder(), render(line));
    } catch (error) {
      if (!isReported) onProblem(toDiskError(error, attempt(folder, LOG_FILE)));
      isReported = true;
    }
  };
}

/** A path may carry a key, as an address does. */
function render(line: LogLine): string {
  const shown = (name: string, value: unknown) =>
    typeof value === "string" && !IDS.has(name) ? hideKeys(value) : value;
  return `${JSON.stringify(line, shown)}\n`;
}

/** Several processes append to the same file: each line is one write at its end. */
function append(folder: string, text: string): void {
  const file = join(folder, LOG_FILE);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const size = lstatOf(file)?.size ?? 0;
  if (size + Buffer.byteLength(text) > MOST_BYTES) renameSync(file, join(folder, OLD_LOG_FILE));
  appendFileSync(file, text, { mode: 0o600 });
}
