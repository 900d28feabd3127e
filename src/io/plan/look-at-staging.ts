import { join } from "node:path";
import { STAGING_FOLDER } from "../../bank/layout.ts";
import { realPathOf } from "../disk/paths.ts";
import { attempt } from "../disk/attempt.ts";
import type { Disk } from "../disk/disk.ts";
import { isHeld, newBankOf } from "./apply-lock.ts";
import type { BankPlace } from "./check-plan.ts";
import { type Journal, isConcluded, readJournal } from "./plan-journal.ts";
import { type ApplyOptions, type Tools, openTools } from "./plan-tools.ts";
import { JOURNAL, findStaged } from "./staging.ts";

/** Whose a staging folder is, by what this engine noted before it staged anything. */
export type Staging =
  /** Ours, and no doc has been touched, or the plan is over: it may go. */
  | { readonly kind: "idle" }
  /** Ours, from the first step on. */
  | { readonly kind: "begun"; readonly journal: Journal }
  /** A journal that was written by a tool, checked out with the project, changed or made up. */
  | { readonly kind: "foreign" };

export function lookAtStaging({ disk, begun }: Tools, bank: string, area: string): Staging {
  if (findStaged(disk, area).length === 0) return { kind: "idle" };
  const hash = begun.find(bank);
  if (hash === undefined || !arePlain(disk, area)) return { kind: "foreign" };
  const journal = readJournal(disk, area, hash);
  if (journal !== undefined) return { kind: "begun", journal };
  if (disk.lstat(join(area, JOURNAL)) !== undefined) return { kind: "foreign" };
  // Old docs without a journal: somebody took it away, and they are nowhere else.
  const isIdle = isConcluded(disk, area, hash) || namesIn(disk, join(area, "old")).length === 0;
  return { kind: isIdle ? "idle" : "foreign" };
}

/** Through a link, what is staged would be written and removed somewhere else. */
function arePlain(disk: Disk, area: string): boolean {
  const folders = ["new", "old"].map((name) => disk.lstat(join(area, name)));
  return folders.every((stats) => stats?.isDirectory() !== false);
}

function namesIn(disk: Disk, folder: string): string[] {
  return disk.lstat(folder) === undefined ? [] : disk.list(folder);
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
