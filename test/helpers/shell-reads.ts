import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPaths } from "../../src/io/disk/paths.ts";
import { NO_RESULT } from "../../src/policy/call.ts";
import { toResultEvents } from "../../src/policy/result-events.ts";
import { toShellCall } from "../../src/runtime/shell-call.ts";
import type { SessionEvent } from "../../src/types.ts";
import { makeProject } from "../fixtures/shell-reads/project.mjs";

/** Found by running the command: see generate.mjs. */
export interface ReadTruth {
  readonly group: "common" | "rare" | "uncounted" | "part" | "trap";
  readonly command: string;
  readonly exit: number;
  /** The lines of docs that its output has, without blank ones. */
  readonly shown: Readonly<Record<string, "whole" | readonly number[]>>;
  readonly output: string;
}

/** What hosts make of an output: as it is, or without blank lines at its ends. */
export const FORMS: readonly ((output: string) => string)[] = [
  (output) => output,
  (output) => output.trimEnd(),
  (output) => output.replace(/^(?:\s*\n)+/, "").trimEnd(),
];

export const READ_TRUTH = JSON.parse(
  readFileSync(new URL("../fixtures/shell-reads/truth.json", import.meta.url), "utf8"),
) as ReadTruth[];

export interface ReadProject {
  readonly root: string;
  /** What a command that came back like this adds to its session. */
  readonly eventsOf: (command: string, output: string, exit: number) => SessionEvent[];
  readonly remove: () => void;
}

/** The lines that the events say were shown of a doc with so many lines. */
export function claimedLines(
  events: readonly SessionEvent[],
  doc: string,
  count: number,
): ReadonlySet<number> {
  const claimed = new Set<number>();
  for (const event of events) {
    if (event.kind !== "doc-read" || event.doc !== doc) continue;
    const { from, to } = event.lines === "whole" ? { from: 1, to: count } : event.lines;
    for (let number = from; number <= Math.min(to, count); number++) claimed.add(number);
  }
  return claimed;
}

/** The project that the corpus was run in. */
export function openReadProject(): ReadProject {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "shell-reads-")));
  makeProject(root);
  const bank = join(root, "memory-bank");
  const paths = createPaths({ directory: root, root, bank, isCaseInsensitive: false });
  return {
    root,
    eventsOf(command, output, exit) {
      const call = toShellCall(command, { folder: root, root, paths });
      const text = output.replaceAll("{{ROOT}}", root);
      return toResultEvents(call, { ...NO_RESULT, text, exit }, { at: 1, call: "c" });
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
