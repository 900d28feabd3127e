import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { attempt, readJson, stampOf, statOf } from "../disk/read.ts";
import { replaceFile } from "../disk/replace-file.ts";
import { type Snapshot, signOf } from "./bank-snapshot.ts";

/** What was last known of a bank: by path, what each doc was. */
const LAST_KNOWN = v.object({ at: v.number(), docs: v.record(v.string(), v.string()) });
export type LastKnown = Readonly<v.InferOutput<typeof LAST_KNOWN>>;

const FILE = "known.json";
const LONGEST = 16 * 1024 * 1024;
/** One file in the state folder, by which the next start tells what changed after a process of ours was killed. */
export function createLastKnown(folder: () => string) {
  const file = () => join(folder(), FILE);
  const stampNow = () => stampOf(attempt(() => statOf(file()), undefined));
  /** Of the file as this process found it, or wrote it. */
  let stamp: string | undefined;
  /** Whether nobody else has written or removed it since. */
  const isOurs = () => stampNow() === stamp;

  return {
    isOurs,

    /** Undefined if the last process ended as it should. */
    read(): LastKnown | undefined {
      stamp = stampNow();
      return attempt(() => v.parse(LAST_KNOWN, readJson(file(), LONGEST)), undefined);
    },

    save(snapshot: Snapshot): void {
      const docs = Object.fromEntries([...snapshot].map(([path, entry]) => [path, signOf(entry)]));
      attempt(() => {
        mkdirSync(folder(), { recursive: true, mode: 0o700 });
        const bytes = Buffer.from(JSON.stringify({ at: Date.now(), docs }));
        replaceFile(file(), bytes, { mode: 0o600, isLasting: false });
        stamp = stampNow();
      }, undefined);
    },

    /** This process ends, and all is told. What another one has written since stays. */
    drop(): void {
      if (isOurs()) attempt(() => rmSync(file(), { force: true }), undefined);
    },
  };
}
