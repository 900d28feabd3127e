import { ENTRY } from "../bank/layout.ts";
import { entryReason, planDetails, renderEntry } from "./plan-docs.ts";
import type { PlanInput, Planned } from "./plan-input.ts";

/** A bank from the project's own files. */
export function planInit(input: PlanInput): Planned {
  const details = planDetails(input);
  const text = renderEntry(input, details.map(({ path }) => path).toSorted());
  return {
    kind: "plan",
    flow: "init",
    operations: [{ kind: "create", path: ENTRY, text, reason: entryReason(input) }, ...details],
    notes: [],
  };
}
