import { randomBytes } from "node:crypto";
import { appendFileSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { attempt, readText, statOf, remember } from "../disk/read.ts";
import { hashOf } from "../kept/kept-versions.ts";

/** Time, process, hash of the doc's new bytes, and doc. */
const LINE = v.tuple([v.number(), v.string(), v.string(), v.string()]);

const LEDGER_FILE = "writes.log";
/** About 5,000 notes. A longer file is deleted whole. */
const LONGEST = 1024 * 1024;

/**
 * Notes which bytes a structured tool or a plan writes into docs, so that no other process of ours
 * blames a command for them. If a note cannot be written or read, only this protection is lost.
 */
export function createWriteLedger(folder: () => string) {
  const file = () => join(folder(), LEDGER_FILE);
  const me = randomBytes(4).toString("hex");
  // Cached, because thousands of docs may have changed at once.
  const read = remember(() => readLines(file()));
  /** A note explains one change only. By doc: the time of the latest note that was used. */
  const used = new Map<string, number>();

  return {
    /** Called before the write. `bytes` undefined: the doc will be removed. */
    note: (doc: string, bytes: Uint8Array | undefined, now = Date.now()): void => {
      attempt(() => {
        mkdirSync(folder(), { recursive: true, mode: 0o700 });
        if ((statOf(file())?.size ?? 0) > LONGEST) rmSync(file());
        const line = JSON.stringify([now, me, signOf(bytes), doc]);
        appendFileSync(file(), `${line}\n`, { mode: 0o600 });
      }, undefined);
    },

    /** Whether another process of ours wrote these bytes into the doc since then. */
    explains(doc: string, bytes: Uint8Array | undefined, since: number): boolean {
      const from = Math.max(since, (used.get(doc) ?? -Infinity) + 1);
      const sign = signOf(bytes);
      const found = attempt(read, []).findLast(
        ([at, who, became, name]) => name === doc && became === sign && at >= from && who !== me,
      );
      if (found !== undefined) used.set(doc, found[0]);
      return found !== undefined;
    },
  };
}

/** Lines that are incomplete, or written by another version, are left out. */
function readLines(file: string) {
  return (readText(file) ?? "").split("\n").flatMap((written) => {
    const json: unknown = attempt(() => JSON.parse(written), undefined);
    const { success, output } = v.safeParse(LINE, json);
    return success ? [output] : [];
  });
}

function signOf(bytes: Uint8Array | undefined): string {
  return bytes === undefined ? "gone" : hashOf(bytes);
}
