import { attempt } from "../disk/attempt.ts";
import { foreignNotes } from "../effects/last-known.ts";
import { LEDGER_FILE, createWriteLedger } from "../effects/write-ledger.ts";

import { listKept } from "./kept-versions.ts";

/** What lies among our records of a bank and has no seal of ours: nothing of it is believed. */
export function findForeignRecords(folder: string): string[] {
  const incidents: string[] = [];
  attempt(() => listKept(folder, ({ id }) => incidents.push(`kept/${id}`)), []);
  return [
    ...(createWriteLedger(() => folder).hasForeign() ? [LEDGER_FILE] : []),
    ...foreignNotes(folder),
    ...incidents,
  ];
}
