import { ENTRY } from "../bank/layout.ts";
import { describeDocs } from "./describe-docs.ts";
import { entryReason, renderEntry } from "./plan-docs.ts";
import type { PlanInput, Planned } from "./plan-input.ts";
import { planTakeIn } from "./plan-upgrade.ts";

/** An entry for a bank of another tool's layout. Nothing else is made, moved, changed or removed. */
export function planAdopt(input: PlanInput): Planned {
  const { bank } = input;
  if (bank.paths.includes(ENTRY)) return planTakeIn(input, "adopt");
  const text = renderEntry(input, bank.paths, describeDocs(input));
  const operations = [{ kind: "create", path: ENTRY, text, reason: entryReason(input) }] as const;
  return { kind: "plan", flow: "adopt", operations, notes: [] };
}
