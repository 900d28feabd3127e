import type { Flow, Operation } from "../types.ts";
import { parseBlocks } from "../bank/blocks.ts";
import { ENTRY } from "../bank/layout.ts";
import { bankAfter, joinOperations } from "./bank-after.ts";
import { detectFlow } from "./detect-flow.ts";
import type { PlanInput, Planned } from "./plan-input.ts";
import { planCopies } from "./plan-copies.ts";
import { entryReason, planDetails, renderEntry } from "./plan-docs.ts";
import { renderAdopted } from "./pointers.ts";
import { planMigrate } from "./plan-migrate.ts";
import { planRefresh } from "./plan-refresh.ts";
import { planTakeIn, planUpgrade } from "./plan-upgrade.ts";

const FLOWS = {
  init: planInit,
  upgrade: planUpgrade,
  migrate: planMigrate,
  adopt: planAdopt,
  refresh: planOwn,
} as const;

/**
 * What refresh would do to a bank. Every flow ends with a refresh of the bank that it makes, so that a
 * second run has nothing to do.
 */
export function planBank(input: PlanInput): Planned {
  const flow = detectFlow(input.bank);
  const planned = FLOWS[flow](input);
  if (planned.kind === "abort") return planned;
  const made = bankAfter(input.bank, planned.operations);
  const upkeep = planRefresh({ ...input, bank: made }, flow === "upgrade");
  return { ...planned, operations: joinOperations(planned.operations, upkeep) };
}

/** Makes a bank from the project's own files. */
function planInit(input: PlanInput): Planned {
  const details = planDetails(input);
  const text = renderEntry(input, details.map(({ path }) => path).toSorted());
  return makeEntry(input, "init", text, details);
}

/** Makes an entry for docs of somebody else's layout. Nothing else is made, moved, changed or removed. */
function planAdopt(input: PlanInput): Planned {
  if (input.bank.paths.includes(ENTRY)) return planTakeIn(input, "adopt");
  return makeEntry(input, "adopt", renderAdopted(input), []);
}

function makeEntry(
  input: PlanInput,
  flow: Flow,
  text: string,
  details: readonly Operation[],
): Planned {
  const entry = { kind: "create", path: ENTRY, text, reason: entryReason(input) } as const;
  return { kind: "plan", flow, operations: [entry, ...details], notes: [] };
}

/** An entry that names its template but has no blocks was not made by us: all of it becomes the machine block. */
function planOwn(input: PlanInput): Planned {
  const { markers } = parseBlocks(input.bank.read(ENTRY) ?? "");
  if (markers.length === 0) return planTakeIn(input, "refresh");
  return { kind: "plan", flow: "refresh", ...planCopies(input) };
}
