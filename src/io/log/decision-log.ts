import { appendFileSync, mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { hideKeys } from "../../bank/shorten.ts";
import type { LogLine } from "../../types.ts";
import { lstatOf } from "../disk/read.ts";
import { onDisk } from "../disk/disk-error.ts";

/** The name of the log in the state folder. */
export const LOG_FILE = "decisions.jsonl";
export const OLD_LOG_FILE = "decisions.1.jsonl";
/** The most bytes of each of the two files: 5 MB together. */
const MOST_BYTES = 2_500_000;
/** Fields with session ids, which may look like keys: long runs of letters and digits. */
const IDS = new Set(["session", "root"]);

/** Lines of one step are written together, this many ms after the first: a killed process loses no more than these. */
const PAUSE = 10;

/** What a process that ends writes before it does. */
const unsaved = new Set<() => void>();
process.once("exit", () => unsaved.forEach((save) => save()));

/**
 * Lines are gathered, so that no call waits for the disk; `save` writes those that are waiting. The state folder is
 * asked anew each time, since the bank may move. A log that cannot be written is reported the first time only.
 */
export function createDecisionLog(folder: () => string, onProblem: (error: unknown) => void) {
  let waiting: LogLine[] = [];
  let isReported = false;

  function save(): void {
    unsaved.delete(save);
    const lines = waiting;
    waiting = [];
    if (lines.length === 0) return;
    try {
      const place = folder();
      onDisk(place, () => append(place, lines.map(render).join("")));
    } catch (error) {
      if (!isReported) onProblem(error);
      isReported = true;
    }
  }

  return {
    save,
    write(line: LogLine): void {
      if (waiting.push(line) > 1) return;
      unsaved.add(save);
      setTimeout(save, PAUSE).unref();
    },
  };
}

/** Masks keys: a path may contain one, as an address may. */
function render(line: LogLine): string {
  const shown = (name: string, value: unknown) =>
    typeof value === "string" && !IDS.has(name) ? hideKeys(value) : value;
  return `${JSON.stringify(line, shown)}\n`;
}

/** Several processes append to the same file: each line is one write at the file's end. */
function append(folder: string, text: string): void {
  const file = join(folder, LOG_FILE);
  const size = lstatOf(file)?.size;
  if (size === undefined) mkdirSync(folder, { recursive: true, mode: 0o700 });
  else if (size + Buffer.byteLength(text) > MOST_BYTES)
    renameSync(file, join(folder, OLD_LOG_FILE));
  appendFileSync(file, text, { mode: 0o600 });
}
