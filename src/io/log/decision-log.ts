import { appendFileSync, mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { hideKeys } from "../../bank/shorten.ts";
import type { LogLine } from "../../types.ts";
import { attempt, lstatOf } from "../disk/read.ts";
import { toDiskError } from "../disk/disk-error.ts";
import { LOG_FILE, LOG_LIMITS, OLD_LOG_FILE } from "./log-files.ts";

export interface DecisionLog {
  /** Returns at once, whatever becomes of the line. */
  write(line: LogLine): void;
  /** All that was written so far is on disk, or has failed to get there. */
  flush(): Promise<void>;
  /** The same, and nothing holds on to the process any more. */
  close(): Promise<void>;
}

export interface DecisionLogOptions {
  /** The state folder; asked anew each time, since a bank may come to be elsewhere. */
  readonly folder: () => string;
  /** Told once: a log that cannot be written is no reason to disturb anybody again. */
  readonly onProblem: (error: unknown) => void;
  /** Bytes that one of the two files may have. */
  readonly fileBytes?: number;
}

/** Lines of one step come together; a process that is killed loses no more than these. */
const PAUSE = 10;
/** Sessions may be called by long runs of letters and digits. */
const IDS: ReadonlySet<string> = new Set(["session", "root"]);
/** A disk that hangs must not fill the memory. */
const MOST_WAITING = 1000;

/** Nobody waits for it and nothing fails with it: lines are gathered and appended in one write. */
export function createDecisionLog(options: DecisionLogOptions): DecisionLog {
  const { folder, onProblem, fileBytes = LOG_LIMITS.fileBytes } = options;
  let waiting: LogLine[] = [];
  let timer: NodeJS.Timeout | undefined;
  let work = Promise.resolve();
  let isReported = false;

  function report(error: unknown): void {
    if (isReported) return;
    isReported = true;
    onProblem(error);
  }

  function take(): readonly LogLine[] {
    const lines = waiting;
    waiting = [];
    clearTimeout(timer);
    timer = undefined;
    return lines;
  }

  /** A path may carry a key, as an address does. */
  function render(lines: readonly LogLine[]): string {
    const shown = (name: string, value: unknown) =>
      typeof value === "string" && !IDS.has(name) ? hideKeys(value) : value;
    return lines
      .map(
        (line) => `${JSON.stringify(line, shown)}
`,
      )
      .join("");
  }

  async function save(): Promise<void> {
    try {
      const text = render(take());
      if (text !== "") append(folder(), text, fileBytes);
    } catch (error) {
      report(toDiskError(error, attempt(folder, LOG_FILE)));
    }
  }

  function flush(): Promise<void> {
    work = work.then(save);
    return work;
  }

  function flushAtExit(): void {
    try {
      const text = render(take());
      if (text !== "") append(folder(), text, fileBytes);
    } catch {
      // There is nobody left to tell.
    }
  }

  atExit.add(flushAtExit);
  return {
    write(line) {
      if (waiting.length >= MOST_WAITING) return;
      waiting.push(line);
      timer ??= setTimeout(() => void flush(), PAUSE).unref();
    },
    flush,
    async close() {
      await flush();
      atExit.delete(flushAtExit);
    },
  };
}

/** One listener for all logs: Node warns of a leak where a process has many. */
const atExit = new Set<() => void>();
process.once("exit", () => {
  for (const flush of atExit) flush();
});

/** Several processes append to the same file: each batch is one write at its end. */
function append(folder: string, text: string, fileBytes: number): void {
  const file = join(folder, LOG_FILE);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const stats = lstatOf(file);
  // Opening a pipe would wait for somebody to read it, and a link leads to somebody else's file.
  if (stats !== undefined && !stats.isFile())
    throw Object.assign(new Error(`${file} is not a file`), { code: "ENOTDIR" });
  if (stats !== undefined && stats.size + Buffer.byteLength(text) > fileBytes)
    renameSync(file, join(folder, OLD_LOG_FILE));
  appendFileSync(file, text, { mode: 0o600 });
}
