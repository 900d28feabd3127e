import { join } from "node:path";
import { attempt } from "../disk/attempt.ts";
import { lstatOf } from "../disk/stat.ts";
import { foreignNotes } from "../effects/last-known.ts";
import { LEDGER_FILE, createWriteLedger } from "../effects/write-ledger.ts";
import { PLAN_FILE, createBegunPlans } from "../plan/begun-plan.ts";
import { REAL_DISK } from "../disk/disk.ts";

import { listKept } from "./kept-versions.ts";

/** What lies among our records of a bank and has no seal of ours: nothing of it is believed. */
export function findForeignRecords(folder: string, bank: string): string[] {
  const incidents: string[] = [];
  attempt(() => listKept(folder, ({ id }) => incidents.push(`kept/${id}`)), []);
  const plans = createBegunPlans(REAL_DISK, () => folder);
  const isForeignPlan =
    lstatOf(join(folder, PLAN_FILE)) !== undefined && plans.find(bank) === undefined;
  return [
    ...(createWriteLedger(() => folder).hasForeign() ? [LEDGER_FILE] : []),
    ...(isForeignPlan ? [PLAN_FILE] : []),
    ...foreignNotes(folder),
    ...incidents,
  ];
}
