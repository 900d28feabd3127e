import { relative } from "node:path";
import { toSlashes } from "../disk/paths.ts";
import { statOf } from "../disk/read.ts";
import { PlanError } from "../plan/plan-error.ts";
import { type BankLocation, homeOf, otherFolders } from "./find-bank.ts";
import { readTrouble } from "./read-trouble.ts";

/** A folder of another tool's that could become the bank. */
export interface Offered {
  readonly bank: string;
  /** From the project's root, as the setting names it. */
  readonly name: string;
}

/** Where there is no bank and nobody asked for one: the folders that refresh could adopt, the nearest first. */
export function findOffered({ directory, root, exists, isAsked }: BankLocation): Offered[] {
  if (exists || isAsked) return [];
  return otherFolders({ directory, worktree: root }).flatMap((bank) => {
    const isOther = statOf(bank)?.isDirectory() && readTrouble(bank).kind === "other-layout";
    return isOther ? [{ bank, name: toSlashes(relative(root, bank)) }] : [];
  });
}

/** Where refresh works: in the bank, or in the one folder that it would adopt instead. */
export function placeToRefresh(location: BankLocation): BankLocation {
  const offered = findOffered(location);
  const [only] = offered;
  if (only === undefined) return location;
  if (offered.length > 1)
    throw new PlanError("several", offered.map(({ name }) => name).join(", "));
  const { bank } = only;
  return { ...location, bank, ...homeOf({ root: location.root, bank }) };
}
