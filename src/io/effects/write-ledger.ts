import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { groupBy } from "../../bank/group-by.ts";
import { hashOf } from "../kept/incident.ts";
import { attempt } from "../disk/attempt.ts";
import { readPlain } from "../disk/read-plain.ts";
import { type Sealed, createSealTest, seal } from "../disk/seal.ts";
import { lstatOf, stampOf } from "../disk/stat.ts";

/** A session has the user's yes, or the tools it judges; a command line may have been typed by anybody. */
export type Writer = "session" | "command-line";
const SEALS: Readonly<Record<Writer, Sealed>> = { session: "write", "command-line": "typed-write" };

const DROPPED = "-";
const LONGEST = 256 * 1024;
const KEPT = 64 * 1024;
/** Some processes may add to it at once; one that is longer was not written by us. */
const LONGEST_READ = 8 * LONGEST;

/**
 * Which bytes were written into docs by a structured tool or a plan, by any process of ours: a command
 * that runs at the same time is not blamed for them. Each line is sealed, one that we did not write
 * explains nothing. Failing to note or to look costs only that.
 */
export function createWriteLedger(folder: () => string, by: Writer = "session") {
  const file = () => join(folder(), "writes.log");
  let read: { readonly stamp: string; readonly byDoc: ReadonlyMap<string, Line[]> } | undefined;

  return {
    /** Undefined: the doc is removed. */
    note: (doc: string, bytes: Uint8Array | undefined, now: number) =>
      add(toEntry(now, digest(bytes), doc)),

    /** What was noted of it beforehand has not come to pass: whoever writes it so is somebody else. */
    drop: (doc: string, bytes: Uint8Array, now: number) =>
      add(toEntry(now, DROPPED + digest(bytes), doc)),

    /** Was this written so since then, by anybody or by one of these? */
    knows(doc: string, bytes: Uint8Array | undefined, since: number, writer?: Writer): boolean {
      const wanted = digest(bytes);
      return linesOf(doc).some(
        (line) =>
          line.at >= since &&
          line.digest === wanted &&
          (writer === undefined || line.writer === writer),
      );
    },

    /** Was the doc written since then, and not so at last? */
    isOther(doc: string, bytes: Uint8Array | undefined, since: number): boolean {
      const last = linesOf(doc).findLast((line) => line.at >= since);
      return last !== undefined && last.digest !== digest(bytes);
    },
  };

  function add(entry: string): void {
    try {
      const line = `${seal(folder(), SEALS[by], entry)} ${entry}\n`;
      mkdirSync(folder(), { recursive: true, mode: 0o700 });
      makeRoom(file());
      appendFileSync(file(), line, { mode: 0o600 });
    } catch {
      // The other process will then keep both versions aside.
    }
  }

  /** A comparison asks for each doc that changed, which may be thousands: the file is read when it is another one. */
  function linesOf(doc: string): readonly Line[] {
    return attempt(() => {
      const stats = lstatOf(file());
      const stamp = stats === undefined ? "" : stampOf(stats);
      if (read?.stamp !== stamp) read = { stamp, byDoc: groupBy(readLines(), (line) => line.doc) };
      return withoutDropped(read.byDoc.get(doc) ?? []);
    }, []);
  }

  function readLines(): Line[] {
    const text = readPlain(file(), LONGEST_READ)?.toString("utf8") ?? "";
    const isOfSession = createSealTest(folder(), SEALS.session);
    const isTyped = createSealTest(folder(), SEALS["command-line"]);
    return text.split("\n").flatMap((written): Line[] => {
      const { given, entry, ...line } = parseLine(written);
      if (isOfSession(entry, given)) return [{ ...line, writer: "session" }];
      return isTyped(entry, given) ? [{ ...line, writer: "command-line" }] : [];
    });
  }
}

export type WriteLedger = ReturnType<typeof createWriteLedger>;

/** The doc last: its name may have spaces. */
function toEntry(at: number, written: string, doc: string): string {
  return `${at} ${written} ${doc}`;
}

function withoutDropped(lines: readonly Line[]): readonly Line[] {
  if (!lines.some((line) => line.digest.startsWith(DROPPED))) return lines;
  const dropped = new Set<string>();
  return lines
    .toReversed()
    .filter((line) => {
      if (!line.digest.startsWith(DROPPED)) return !dropped.has(line.digest);
      dropped.add(line.digest.slice(DROPPED.length));
      return false;
    })
    .toReversed();
}

function digest(bytes: Uint8Array | undefined): string {
  return bytes === undefined ? "gone" : hashOf(bytes);
}

interface Entry {
  readonly at: number;
  readonly digest: string;
  readonly doc: string;
}

interface Line extends Entry {
  readonly writer: Writer;
}

function parseLine(line: string): Entry & { readonly given: string; readonly entry: string } {
  const [given = "", at = "", written = "", ...doc] = line.split(" ");
  const entry = line.slice(given.length + 1);
  return { given, entry, at: Number.parseFloat(at), digest: written, doc: doc.join(" ") };
}

/** Throws where it is no file of ours: a pipe would wait for somebody to read it. */
function makeRoom(path: string): void {
  const stats = lstatOf(path);
  if (stats === undefined) return;
  if (!stats.isFile()) throw new Error(`${path} is not a file`);
  if (stats.size <= LONGEST) return;
  const text = readPlain(path, LONGEST_READ)?.toString("utf8").slice(-KEPT) ?? "";
  writeFileSync(path, text.slice(text.indexOf("\n") + 1), { mode: 0o600 });
}
