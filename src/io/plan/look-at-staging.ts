import { dirname, join } from "node:path";
import { STAGING_FOLDER } from "../../bank/layout.ts";
import { realPathOf } from "../disk/paths.ts";
import { attempt } from "../disk/attempt.ts";
import type { Disk } from "../disk/disk.ts";
import { isHeld, newBankOf } from "./apply-lock.ts";
import type { BankPlace } from "./check-plan.ts";
import type { Journal } from "./plan-journal.ts";
import { type ApplyOptions, type Tools, openTools } from "./plan-tools.ts";
import { findStaged } from "./staging.ts";

/** Whose a staging folder is, by what this engine noted before it staged anything. */
export type Staging =
  | { readonly kind: "nothing" }
  /** Ours, and no doc has been touched, or the plan is over: it may go. */
  | { readonly kind: "idle" }
  /** Ours, from the first step on. */
  | { readonly kind: "begun"; readonly journal: Journal }
  /** Written by a tool, checked out with the project, or made up. */
  | { readonly kind: "foreign" };

export function lookAtStaging({ disk, begun }: Tools, bank: string, area: string): Staging {
  const isEmpty = findStaged(disk, area).length === 0;
  // Beside a bank nothing is ever staged: it is made empty, and gets its name.
  const found = dirname(area) === bank ? begun.find(bank) : undefined;
  if (found === undefined) return { kind: isEmpty ? "nothing" : "foreign" };
  if (!arePlain(disk, area)) return { kind: "foreign" };
  const { journal } = found;
  return journal === undefined ? { kind: "idle" } : { kind: "begun", journal };
}

/** Through a link, what is staged would be written and removed somewhere else. */
function arePlain(disk: Disk, area: string): boolean {
  const folders = ["new", "old"].map((name) => disk.lstat(join(area, name)));
  return folders.every((stats) => stats?.isDirectory() !== false);
}

/** The staging folder that is not ours, where there is one. Looks only. */
export function findForeign(place: BankPlace, options: ApplyOptions = {}): string | undefined {
  const bank = realPathOf(place.bank);
  const tools = openTools(place, bank, options);
  const { disk, now } = tools;
  return [bank, newBankOf(bank)]
    .map((folder) => join(folder, STAGING_FOLDER))
    .find((area) =>
      attempt(() => {
        if (disk.lstat(area)?.isDirectory() !== true || isHeld(disk, area, now())) return false;
        return lookAtStaging(tools, bank, area).kind === "foreign";
      }, false),
    );
}
