import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { attempt } from "../disk/attempt.ts";
import { readPlain } from "../disk/read-plain.ts";
import { replaceFile } from "../disk/replace-file.ts";
import { lstatOf, stampOf } from "../disk/stat.ts";
import { hashOf } from "../kept/incident.ts";
import type { Snapshot, SnapshotEntry } from "./bank-snapshot.ts";

/** What was last known of a bank: by path, what each doc was. */
const LAST_KNOWN = v.object({ at: v.number(), docs: v.record(v.string(), v.string()) });
export type LastKnown = Readonly<v.InferOutput<typeof LAST_KNOWN>>;

const FILE = "known.json";
const LONGEST = 16 * 1024 * 1024;
const hashes = new WeakMap<SnapshotEntry, string>();

/** Undefined for a folder. */
export function signOf(entry: SnapshotEntry | undefined): string | undefined {
  if (entry?.kind === "link") return `link ${entry.to}`;
  if (entry?.kind !== "file") return entry?.kind === "other" ? "other" : undefined;
  if (entry.bytes === undefined) return `unread ${stampOf(entry.stats)}`;
  const known = hashes.get(entry) ?? hashOf(entry.bytes);
  hashes.set(entry, known);
  return known;
}

/** One file in the state folder, by which the next start tells what changed after a process of ours was killed. */
export function createLastKnown(folder: () => string) {
  const file = () => join(folder(), FILE);
  /** Of the file as this process found it, and as it wrote it. */
  let found: string | undefined;
  let saved: string | undefined;

  return {
    /** Undefined if the last process ended as it should. */
    read: (): LastKnown | undefined =>
      attempt(() => {
        found = stampOfFile(file());
        const text = readPlain(file(), LONGEST)?.toString("utf8") ?? "";
        return v.parse(LAST_KNOWN, JSON.parse(text));
      }, undefined),

    save(snapshot: Snapshot, at: number): void {
      const signs = [...snapshot].flatMap(([path, entry]) => {
        const sign = signOf(entry);
        return sign === undefined ? [] : [[path, sign] as const];
      });
      attempt(() => {
        mkdirSync(folder(), { recursive: true, mode: 0o700 });
        const text = JSON.stringify({ at, docs: Object.fromEntries(signs) });
        replaceFile(file(), Buffer.from(text), { mode: 0o600, isLasting: false });
        saved = stampOfFile(file());
      }, undefined);
    },

    /** Whether the file is as this process wrote it: another one may have ended since, and removed it. */
    isSaved: () => saved !== undefined && attempt(() => stampOfFile(file()), undefined) === saved,

    /** This process ends, and all is told. What another one has written since stays. */
    drop(): void {
      attempt(() => {
        const present = stampOfFile(file());
        if (present === saved || present === found) rmSync(file(), { force: true });
      }, undefined);
    },
  };
}

function stampOfFile(file: string): string | undefined {
  const stats = lstatOf(file);
  return stats && stampOf(stats);
}
