import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hashOf } from "../kept/incident.ts";
import { attempt } from "../disk/attempt.ts";
import { statOf } from "../disk/stat.ts";

const LONGEST = 256 * 1024;
const KEPT = 64 * 1024;

/**
 * Which bytes were written into docs by a structured tool or a plan, by any process of ours: a command
 * that runs at the same time is not blamed for them. Failing to note or to look costs only that.
 */
export function createWriteLedger(folder: () => string) {
  const file = () => join(folder(), "writes.log");

  return {
    /** Undefined: the doc is removed. */
    note(doc: string, bytes: Uint8Array | undefined, now: number): void {
      try {
        mkdirSync(folder(), { recursive: true, mode: 0o700 });
        const size = statOf(file())?.size ?? 0;
        if (size > LONGEST) shorten(file());
        appendFileSync(file(), `${now} ${digest(bytes)} ${doc}\n`, { mode: 0o600 });
      } catch {
        // The other process will then keep both versions aside.
      }
    },

    /** Was this written so since then? */
    knows(doc: string, bytes: Uint8Array | undefined, since: number): boolean {
      const wanted = `${digest(bytes)} ${doc}`;
      const lines = attempt(() => readFileSync(file(), "utf8"), "").split("\n");
      return lines.some((line) => {
        const space = line.indexOf(" ");
        return Number(line.slice(0, space)) >= since && line.slice(space + 1) === wanted;
      });
    },
  };
}

export type WriteLedger = ReturnType<typeof createWriteLedger>;

function digest(bytes: Uint8Array | undefined): string {
  return bytes === undefined ? "gone" : hashOf(bytes);
}

function shorten(path: string): void {
  const text = readFileSync(path, "utf8").slice(-KEPT);
  writeFileSync(path, text.slice(text.indexOf("\n") + 1), { mode: 0o600 });
}
