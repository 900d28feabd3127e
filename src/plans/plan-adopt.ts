import { ENTRY } from "../bank/layout.ts";
import { entryReason } from "./plan-docs.ts";
import type { PlanInput, Planned } from "./plan-input.ts";
import { planTakeIn } from "./plan-upgrade.ts";
import { renderAdopted } from "./pointers.ts";

/** An entry for docs that somebody else has laid out. Nothing else is made, moved, changed or removed. */
export function planAdopt(input: PlanInput): Planned {
  if (input.bank.paths.includes(ENTRY)) return planTakeIn(input, "adopt");
  const text = renderAdopted(input);
  const operations = [{ kind: "create", path: ENTRY, text, reason: entryReason(input) }] as const;
  return { kind: "plan", flow: "adopt", operations, notes: [] };
}
