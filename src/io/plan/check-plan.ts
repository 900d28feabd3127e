import { statSync } from "node:fs";
import { join, relative } from "node:path";
import { foldersOf } from "../../bank/doc-paths.ts";
import type { Operation, Plan } from "../../types.ts";
import { EMPTY_BANK, NO_BANK, bankKind, readBankState } from "../bank/bank-state.ts";
import type { Disk } from "../disk/disk.ts";
import { hashOf } from "../kept/incident.ts";
import { isBelow, realPathOf, toSlashes } from "../disk/paths.ts";
import {
  PlanError,
  bankOutside,
  notAFolder,
  occupied,
  stale,
  throughLink,
  toPlanError,
} from "./plan-error.ts";
import { lookAt } from "./plan-files.ts";
import type { Journal, Step } from "./plan-journal.ts";

/** Where a bank is, or is to be. */
export interface BankPlace {
  readonly root: string;
  readonly bank: string;
  /** False: git is not asked. Otherwise it is found out. */
  readonly isGit?: boolean | undefined;
}

/** A path in the bank as a person knows it. */
export function toShown({ root, bank }: BankPlace, path = ""): string {
  return toSlashes(relative(root, join(bank, path)));
}

/** The bank's real path, which is in the project. Throws where no bank can be. */
export function locateBank(place: BankPlace): string {
  const shown = toShown(place);
  if (bankKind(place.bank) === "not-a-folder") {
    try {
      statSync(place.bank);
    } catch (error) {
      const failure = toPlanError(error, shown);
      if (failure instanceof PlanError && failure.kind === "denied") throw failure;
    }
    throw notAFolder(shown);
  }
  const bank = realPathOf(place.bank);
  const root = realPathOf(place.root);
  if (bank === root || !isBelow(root, bank)) throw bankOutside(bank);
  return bank;
}

export interface Checked {
  readonly disk: Disk;
  readonly bank: string;
  /** The bank did not exist: it was made for this plan. */
  readonly isNew: boolean;
  readonly shown: (path?: string) => string;
}

/** What applying the plan takes. Throws unless the bank is exactly what it was planned for. */
export function checkPlan(checked: Checked, plan: Plan): Journal {
  const steps = plan.operations.map((operation) => toStep(checked, operation));
  const { state } = readBankState(checked.bank);
  const isMade = checked.isNew && state === EMPTY_BANK && plan.state === NO_BANK;
  if (plan.state !== state && !isMade) throw stale(checked.shown());
  return { plan: plan.id, steps, folders: findNewFolders(checked, steps) };
}

function toStep(checked: Checked, operation: Operation): Step {
  const { kind, path } = operation;
  if (kind === "create") {
    requireFree(checked, path);
    return { kind, path, ...toText(operation.text) };
  }
  const found = lookAt(checked, path);
  if (found.kind === "other") throw throughLink(checked.shown(found.path));
  if (found.kind === "absent" || found.hash !== operation.before) throw stale(checked.shown(path));
  const file = { path, before: found.hash, mode: found.mode & 0o7777 };
  if (kind === "remove") return { kind, ...file };
  if (kind === "edit") return { kind, ...file, ...toText(operation.text) };
  requireFree(checked, operation.to);
  const { to, text } = operation;
  return { kind, ...file, to, ...(text === undefined ? {} : toText(text)) };
}

function requireFree(checked: Checked, path: string): void {
  const found = lookAt(checked, path);
  if (found.kind === "absent") return;
  if (found.kind === "other" && found.path !== path) throw throughLink(checked.shown(found.path));
  throw occupied(checked.shown(path));
}

function toText(text: string) {
  return { text, after: hashOf(new TextEncoder().encode(text)) };
}

function findNewFolders({ disk, bank }: Checked, steps: readonly Step[]): string[] {
  const targets = steps.flatMap(({ kind, path, to }) => (kind === "create" ? path : (to ?? [])));
  const folders = new Set(targets.flatMap(foldersOf));
  return [...folders].filter((folder) => disk.lstat(join(bank, folder)) === undefined).toSorted();
}
