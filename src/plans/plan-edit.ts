import type { Operation } from "../types.ts";
import { findBlockDamage } from "../bank/blocks.ts";
import type { BankFiles } from "./plan-input.ts";

/** Nothing where nothing changes, or where markers are so wrong that an edit would reach a user block. */
export function planEdit(bank: BankFiles, path: string, text: string, reason: string): Operation[] {
  const before = bank.read(path);
  if (before === undefined || findBlockDamage(before, text) !== undefined) return [];
  return text === before ? [] : [{ kind: "edit", path, before: bank.hash(path), text, reason }];
}
