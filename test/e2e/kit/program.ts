import { spawn } from "node:child_process";
import { basename } from "node:path";
import { createInterface } from "node:readline";
import { HostFailure } from "./host-failure.ts";
import { toRecord, type JsonRecord } from "./json.ts";
import type { Project } from "./project.ts";
import type { ScriptedModel } from "./scripted-model.ts";

// Only for what hangs: a busy machine may take long for a turn.
const PATIENCE = 150_000;

/** Where a host is started that is a program of its own. */
export interface Place {
  readonly home: string;
  readonly model: ScriptedModel;
  readonly project: Project;
  /** Added to the scrubbed environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Further arguments. */
  readonly args?: readonly string[];
}

export interface Program {
  readonly pid: number;
  /** What it has told on its output so far, one record per line. */
  readonly events: readonly JsonRecord[];
  stderr(): string;
  write(line: JsonRecord): void;
  /** The first event from this position on that fits; an error if the program ends before. */
  until(fits: (event: JsonRecord) => boolean, from?: number): Promise<JsonRecord>;
  /** Closes its input, and gives its exit code. */
  end(): Promise<number | null>;
}

/** What it tells comes one record a line; a line that is no record is `{ type: "text", text }`. */
export function startProgram(
  [program, ...args]: readonly [program: string, ...args: string[]],
  surroundings: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Program {
  const events: JsonRecord[] = [];
  const watchers = new Set<() => void>();
  let stderr = "";
  let isOver = false;
  const name = basename(program);
  const child = spawn(program, args, { ...surroundings, stdio: "pipe" });
  const failure = (what: string) =>
    new HostFailure(what, [...events.map((event) => JSON.stringify(event)), stderr].join("\n"));
  const notify = () => watchers.forEach((watcher) => watcher());
  child.stderr.on("data", (chunk) => (stderr += chunk));
  createInterface(child.stdout).on("line", (line) => {
    events.push(parseLine(line));
    notify();
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      reject(failure(`${name} ${args.join(" ")} did not end within ${PATIENCE} ms`));
    }, PATIENCE);
    child.once("error", reject);
    child.once("close", (code) => {
      clearTimeout(timer);
      isOver = true;
      notify();
      resolve(code);
    });
  });
  // Whoever waits for the end is told; a program that nobody waits for must not end the tests.
  ended.catch(() => {});

  return {
    pid: child.pid ?? 0,
    events,
    stderr: () => stderr,
    write: (line) => void child.stdin.write(`${JSON.stringify(line)}\n`),
    until: (fits, from = 0) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const event = events.slice(from).find(fits);
          if (event === undefined && !isOver) return;
          watchers.delete(look);
          if (event === undefined) reject(failure(`${name} ended before it was done`));
          else resolve(event);
        };
        watchers.add(look);
        look();
      }),
    end: () => {
      child.stdin.end();
      return ended;
    },
  };
}

function parseLine(line: string): JsonRecord {
  try {
    return toRecord(JSON.parse(line));
  } catch {
    return { type: "text", text: line };
  }
}
