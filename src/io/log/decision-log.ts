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
/** Lines of one step are written together; a process that is killed loses no more than these. */
const PAUSE = 10;
/** Sessions may be called by long runs of letters and digits. */
const IDS: ReadonlySet<string> = new Set(["session", "root"]);

export type DecisionLog = ReturnType<typeof createDecisionLog>;

export interface DecisionLogOptions {
  /** The state folder; asked anew each time, since a bank may come to be elsewhere. */
  readonly folder: () => string;
  /** Called once: a log that cannot be written is no reason to disturb anybody again. */
  readonly onProblem: (error: unknown) => void;
  /** Bytes that one of the two files may have. */
  readonly fileBytes?: number;
}

/** A hook does not wait for the disk: lines are gathered and appended in one write. */
export function createDecisionLog({
  folder,
  onProblem,
  fileBytes = MOST_BYTES,
}: DecisionLogOptions) {
  let waiting: LogLine[] = [];
  let timer: NodeJS.Timeout | undefined;
  let isReported = false;

  /** All that was written so far is on disk, or has failed to get there. */
  function flush(): void {
    const lines = waiting;
    waiting = [];
    clearTimeout(timer);
    timer = undefined;
    try {
      if (lines.length > 0) append(folder(), lines.map(render).join(""), fileBytes);
    } catch (error) {
      if (!isReported) onProblem(toDiskError(error, attempt(folder, LOG_FILE)));
      isReported = true;
    }
  }

  atExit.add(flush);
  return {
    write(line: LogLine): void {
      waiting.push(line);
      timer ??= setTimeout(flush, PAUSE).unref();
    },
    flush,
    close(): void {
      flush();
      atExit.delete(flush);
    },
  };
}

/** One listener for all logs: Node warns of a leak where a process has many. */
const atExit = new Set<() => void>();
process.once("exit", () => {
  for (const flush of atExit) flush();
});

/** A path may carry a key, as an address does. */
function render(line: LogLine): string {
  const shown = (name: string, value: unknown) =>
    typeof value === "string" && !IDS.has(name) ? hideKeys(value) : value;
  return `${JSON.stringify(line, shown)}\n`;
}

/** Several processes append to the same file: each batch is one write at its end. */
function append(folder: string, text: string, fileBytes: number): void {
  const file = join(folder, LOG_FILE);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const size = lstatOf(file)?.size ?? 0;
  if (size > 0 && size + Buffer.byteLength(text) > fileBytes)
    renameSync(file, join(folder, OLD_LOG_FILE));
  appendFileSync(file, text, { mode: 0o600 });
}
