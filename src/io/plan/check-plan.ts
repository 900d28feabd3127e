import { join, relative } from "node:path";
import type { Operation, Plan } from "../../types.ts";
import { isTaken, readBankState } from "../bank/bank-state.ts";
import { unmergedDocs } from "../bank/git-docs.ts";
import { hashOf } from "../kept/kept-versions.ts";
import { isBelow, realPathOf, toSlashes } from "../disk/paths.ts";
import { PlanError } from "./plan-error.ts";
import type { Journal, Step } from "./plan-journal.ts";
import { type Work, lookAt } from "./plan-steps.ts";

/** Where a bank is, or will be. */
export interface BankPlace {
  readonly root: string;
  readonly bank: string;
}

/** A path in the bank, as shown to people. */
export function toShown({ root, bank }: BankPlace, path = ""): string {
  return toSlashes(relative(root, join(bank, path)));
}

/** The bank's real path, which must be in the project. Throws if no bank can be there. */
export function locateBank(place: BankPlace): string {
  const shown = toShown(place);
  if (isTaken(place.bank)) throw new PlanError("outside", shown);
  const bank = realPathOf(place.bank);
  const root = realPathOf(place.root);
  if (bank === root || !isBelow(root, bank)) throw new PlanError("outside", bank);
  return bank;
}

/** Throws a PlanError while the bank has unmerged docs: a plan would be made of both versions. */
export function requireMerged(place: BankPlace): void {
  const [unmerged] = unmergedDocs(place.bank);
  if (unmerged !== undefined) throw new PlanError("merging", toShown(place, unmerged));
}

/** The journal that applies the plan. Throws unless the bank is exactly the one that was planned for. */
export function checkPlan(work: Work, plan: Plan): Journal {
  const steps = plan.operations.flatMap((operation) => toSteps(work, operation));
  if (plan.state !== readBankState(work.bank).state) throw new PlanError("stale", work.shown());
  return { format: 1, plan: plan.id, steps };
}

function toSteps(work: Work, operation: Operation): Step[] {
  const { kind, path } = operation;
  if (kind === "create") {
    requireFree(work, path);
    return [{ path, after: toBase64(operation.text) }];
  }
  const found = lookAt(work, path);
  if (found.kind === "other") throw new PlanError("outside", work.shown(path));
  if (found.kind === "absent" || hashOf(found.bytes) !== operation.before)
    throw new PlanError("stale", work.shown(path));
  const { mode } = found;
  const before = found.bytes.toString("base64");
  if (kind === "remove") return [{ path, before, mode }];
  if (kind === "edit") return [{ path, before, after: toBase64(operation.text), mode }];
  const { to, text } = operation;
  requireFree(work, to);
  const move = [
    { path: to, after: before, mode, other: path },
    { path, before, mode, other: to },
  ];
  return text === undefined ? move : [...move, { path: to, before, after: toBase64(text), mode }];
}

function requireFree(work: Work, path: string): void {
  const { kind } = lookAt(work, path);
  if (kind !== "absent")
    throw new PlanError(kind === "file" ? "stale" : "outside", work.shown(path));
}

function toBase64(text: string): string {
  return Buffer.from(text).toString("base64");
}
