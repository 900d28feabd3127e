import type { Operation } from "../types.ts";
import { findBlockDamage } from "../bank/blocks.ts";
import type { BankFiles } from "./plan-input.ts";

/** An edit of one file; none where the text stays the same, or where it would change a user block or a marker. */
export function planEdit(bank: BankFiles, path: string, text: string, reason: string): Operation[] {
  const before = bank.read(path);
  if (before === undefined || findBlockDamage(before, text) !== undefined) return [];
  return text === before ? [] : [{ kind: "edit", path, before: bank.hash(path), text, reason }];
}
