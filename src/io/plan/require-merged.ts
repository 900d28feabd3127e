import { join } from "node:path";
import { firstConflictLine } from "../../bank/conflicts.ts";
import { DOC_EXTENSION } from "../../bank/layout.ts";
import { readBankState } from "../bank/bank-state.ts";
import { readMerge } from "../bank/read-merge.ts";
import { readText } from "../disk/read-text.ts";
import { type BankPlace, toShown } from "./check-plan.ts";
import { PlanError } from "./plan-error.ts";

/** Throws a PlanError while people have not settled what the bank says: a plan would be made of both versions. */
export function requireMerged(place: BankPlace): void {
  const { bank, isGit } = place;
  const [unmerged] = (isGit === false ? undefined : readMerge(bank))?.docs ?? [];
  if (unmerged !== undefined) throw new PlanError("merging", toShown(place, unmerged));
  for (const path of readBankState(bank).paths) {
    if (!path.endsWith(DOC_EXTENSION)) continue;
    const line = firstConflictLine(readText(join(bank, path)) ?? "");
    if (line !== undefined) throw new PlanError("merging", `${toShown(place, path)}:${line}`);
  }
}
