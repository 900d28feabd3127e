import { randomBytes } from "node:crypto";
import { appendFileSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { attempt, readText, statOf } from "../disk/read.ts";
import { remember } from "../disk/remember.ts";
import { hashOf } from "../kept/kept-versions.ts";

/** A session judges its tools and has the user's yes; anybody may have typed a command line. */
export type Writer = "session" | "command-line";

/** When, by which process of which kind, what became of which doc. */
const LINE = v.tuple([
  v.number(),
  v.string(),
  v.picklist(["session", "command-line"]),
  v.string(),
  v.string(),
]);

const LEDGER_FILE = "writes.log";
/** As long as the notes of 5,000 docs. Old notes go all at once. */
const LONGEST = 1024 * 1024;

/**
 * Notes which bytes a structured tool or a plan writes into docs, so that no other process of ours
 * blames a command for them. A note that cannot be written or read costs only that.
 */
export function createWriteLedger(folder: () => string, by: Writer = "session") {
  const file = () => join(folder(), LEDGER_FILE);
  const me = randomBytes(4).toString("hex");
  // Thousands of docs may have changed at once.
  const read = remember((lookAt) => (lookAt(file()) === undefined ? [] : readLines(file())));
  /** A note explains one change: by doc, the time of the latest note that has done so. */
  const used = new Map<string, number>();

  return {
    /** To be called before the write. Undefined: the doc will be removed. */
    note(doc: string, bytes: Uint8Array | undefined, now = Date.now()): void {
      attempt(() => {
        mkdirSync(folder(), { recursive: true, mode: 0o700 });
        if ((statOf(file())?.size ?? 0) > LONGEST) rmSync(file());
        const line = JSON.stringify([now, me, by, signOf(bytes), doc]);
        appendFileSync(file(), `${line}\n`, { mode: 0o600 });
      }, undefined);
    },

    /** Which other process of ours wrote the doc so since then, if one did. */
    explain(doc: string, bytes: Uint8Array | undefined, since: number): Writer | undefined {
      const from = Math.max(since, (used.get(doc) ?? -Infinity) + 1);
      const sign = signOf(bytes);
      const found = attempt(read, []).findLast(
        ([at, who, , became, name]) => name === doc && became === sign && at >= from && who !== me,
      );
      if (found !== undefined) used.set(doc, found[0]);
      return found?.[2];
    },
  };
}

/** What is torn, or was written by another version, is left out. */
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
