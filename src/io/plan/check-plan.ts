import { join, relative } from "node:path";
import type { Operation, Plan } from "../../types.ts";
import { findConflicts } from "../../bank/markers.ts";
import { DOC_EXTENSION } from "../../bank/layout.ts";
import { bankKind, readBankState } from "../bank/bank-state.ts";
import { unmergedDocs } from "../bank/unmerged-docs.ts";
import { hashOf } from "../kept/kept-versions.ts";
import { isBelow, realPathOf, toSlashes } from "../disk/paths.ts";
import { readText } from "../disk/read.ts";
import { PlanError } from "./plan-error.ts";
import type { Journal, Step } from "./plan-journal.ts";
import { type Work, lookAt } from "./plan-steps.ts";

/** Where a bank is, or is to be. */
export interface BankPlace {
  readonly root: string;
  readonly bank: string;
}

/** A path in the bank as a person knows it. */
export function toShown({ root, bank }: BankPlace, path = ""): string {
  return toSlashes(relative(root, join(bank, path)));
}

/** The bank's real path, which is in the project. Throws where no bank can be. */
export function locateBank(place: BankPlace): string {
  const shown = toShown(place);
  if (bankKind(place.bank) === "not-a-folder") throw new PlanError("outside", shown);
  const bank = realPathOf(place.bank);
  const root = realPathOf(place.root);
  if (bank === root || !isBelow(root, bank)) throw new PlanError("outside", bank);
  return bank;
}

/** Throws a PlanError while people have not settled what the bank says: a plan would be made of both versions. */
export function requireMerged(place: BankPlace): void {
  const { bank } = place;
  const [unmerged] = unmergedDocs(bank);
  if (unmerged !== undefined) throw new PlanError("merging", toShown(place, unmerged));
  for (const path of readBankState(bank).paths) {
    if (!path.endsWith(DOC_EXTENSION)) continue;
    const line = findConflicts(readText(join(bank, path)) ?? "")[0]?.line;
    if (line !== undefined) throw new PlanError("merging", `${toShown(place, path)}:${line}`);
  }
}

/** What applying the plan takes. Throws unless the bank is exactly what it was planned for. */
export function checkPlan(work: Work, plan: Plan): Journal {
  const { bank, shown } = work;
  const steps = plan.operations.flatMap((operation) => toSteps(work, operation));
  if (plan.state !== readBankState(bank).state) throw new PlanError("stale", shown());
  return { format: 1, bank, plan: plan.id, steps };
}

function toSteps(work: Work, operation: Operation): Step[] {
  const { kind, path } = operation;
  if (kind === "create") {
    requireFree(work, path);
    return [{ kind: "write", path, after: toBase64(operation.text) }];
  }
  const found = lookAt(work, path);
  if (found.kind === "other") throw new PlanError("outside", work.shown(path));
  if (found.kind === "absent" || hashOf(found.bytes) !== operation.before)
    throw new PlanError("stale", work.shown(path));
  const file = { kind: "write", before: found.bytes.toString("base64"), mode: found.mode } as const;
  if (kind === "remove") return [{ ...file, path }];
  if (kind === "edit") return [{ ...file, path, after: toBase64(operation.text) }];
  const { to, text } = operation;
  requireFree(work, to);
  const move = { kind, path, to, hash: operation.before };
  return text === undefined ? [move] : [move, { ...file, path: to, after: toBase64(text) }];
}

function requireFree(work: Work, path: string): void {
  const { kind } = lookAt(work, path);
  if (kind !== "absent")
    throw new PlanError(kind === "file" ? "stale" : "outside", work.shown(path));
}

function toBase64(text: string): string {
  return Buffer.from(text).toString("base64");
}
