import type { Operation } from "../types.ts";
import { findBlockDamage, parseBlocks } from "../bank/blocks.ts";
import { alignTables } from "../markdown/align-tables.ts";
import { isWithin } from "../markdown/lines.ts";
import type { BankFiles } from "./plan-input.ts";

/** An edit of one file; none if the text stays the same, or if the edit would change a user block or a marker. */
export function planEdit(bank: BankFiles, path: string, text: string, reason: string): Operation[] {
  const before = bank.read(path);
  if (before === undefined || text === before) return [];
  // If a doc's tables are aligned, they stay aligned.
  const wanted = before === aligned(before) ? aligned(text) : text;
  if (findBlockDamage(before, wanted) !== undefined) return [];
  return [{ kind: "edit", path, before: bank.hash(path), text: wanted, reason }];
}

function aligned(text: string): string {
  const { user } = parseBlocks(text);
  return alignTables(text, (offset) => isWithin(user, offset));
}
