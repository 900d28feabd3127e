import { ENTRY } from "../bank/layout.ts";
import { describeDocs } from "./describe-docs.ts";
import { entryReason, planMissingDocs, renderEntry } from "./plan-docs.ts";
import type { PlanInput, Planned } from "./plan-input.ts";

/** A bank from the project's own files. Docs that are there are kept, and routed to. */
export function planInit(input: PlanInput): Planned {
  const { paths } = input.bank;
  const docs = planMissingDocs(input, paths);
  const all = [...paths, ...docs.map(({ path }) => path)].toSorted();
  const text = renderEntry(input, all, describeDocs(input));
  return {
    kind: "plan",
    flow: "init",
    operations: [{ kind: "create", path: ENTRY, text, reason: entryReason(input) }, ...docs],
    notes: [],
  };
}
