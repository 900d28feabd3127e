import { randomBytes } from "node:crypto";
import { appendFileSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { attempt, readText, stampOf, statOf } from "../disk/read.ts";
import { hashOf } from "../kept/kept-versions.ts";

/** A session judges its tools and has the user's yes; anybody may have typed a command line. */
export type Writer = "session" | "command-line";

interface Line {
  readonly at: number;
  readonly who: string;
  readonly by: Writer;
  readonly digest: string;
  readonly doc: string;
}

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
  let read: { readonly stamp: string; readonly lines: readonly Line[] } = { stamp: "", lines: [] };
  /** A note explains one change: by doc, the time of the latest note that has done so. */
  const used = new Map<string, number>();

  /** Thousands of docs may have changed at once: the file is read again only if it changed. */
  function linesOf(): readonly Line[] {
    const stats = attempt(() => statOf(file()), undefined);
    const stamp = stats === undefined ? "" : stampOf(stats);
    if (read.stamp !== stamp) read = { stamp, lines: readLines(file()) };
    return read.lines;
  }

  return {
    /** To be called before the write. Undefined: the doc will be removed. */
    note(doc: string, bytes: Uint8Array | undefined, at = Date.now()): void {
      attempt(() => {
        mkdirSync(folder(), { recursive: true, mode: 0o700 });
        if ((statOf(file())?.size ?? 0) > LONGEST) rmSync(file());
        const line = JSON.stringify([at, me, by, digest(bytes), doc]);
        appendFileSync(file(), `${line}\n`, { mode: 0o600 });
      }, undefined);
    },

    /** Which other process of ours wrote the doc so since then, if one did. */
    explain(doc: string, bytes: Uint8Array | undefined, since: number): Writer | undefined {
      const wanted = digest(bytes);
      const from = Math.max(since, (used.get(doc) ?? -Infinity) + 1);
      const found = linesOf().findLast(
        (line) => line.doc === doc && line.digest === wanted && line.at >= from && line.who !== me,
      );
      if (found !== undefined) used.set(doc, found.at);
      return found?.by;
    },
  };
}

/** What is torn, or was written by another version, is left out. */
function readLines(file: string): Line[] {
  return (readText(file) ?? "").split("\n").flatMap((written): Line[] => {
    const parsed: unknown = attempt(() => JSON.parse(written), undefined);
    if (!Array.isArray(parsed)) return [];
    const [at, who, by, digest, doc] = parsed.map(String);
    if (who === undefined || digest === undefined || doc === undefined) return [];
    const writer = by === "command-line" ? "command-line" : "session";
    return [{ at: Number(at), who, by: writer, digest, doc }];
  });
}

function digest(bytes: Uint8Array | undefined): string {
  return bytes === undefined ? "gone" : hashOf(bytes);
}
