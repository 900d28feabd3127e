import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { layoutOf } from "../../bank/layouts.ts";
import { toSlashes } from "../disk/paths.ts";
import { attempt, statOf } from "../disk/read.ts";
import { PlanError } from "../plan/plan-error.ts";
import { type BankLocation, homeOf, otherFolders } from "./find-bank.ts";

/**
 * If there is no bank and no setting names one: the folders of other tools that refresh could adopt, nearest
 * first. Their names are from the project's root, as the setting takes them.
 */
export function findOffered({ directory, root, exists, isAsked }: BankLocation) {
  if (exists || isAsked) return [];
  return otherFolders({ directory, worktree: root }).flatMap((bank) => {
    const isOther = statOf(bank)?.isDirectory() && layoutOf(namesInBank(bank)) !== undefined;
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

/** Names in a bank, and in its folders that may hold a doc that plays a role alone. A folder's name ends in `/`. */
export function namesInBank(bank: string): string[] {
  return ["", "core/", "details/"].flatMap((folder) => {
    const path = join(bank, folder);
    if (statOf(path) === undefined) return [];
    const entries = attempt(() => readdirSync(path, { withFileTypes: true }), []);
    return entries.map((entry) => folder + entry.name + (entry.isDirectory() ? "/" : ""));
  });
}
