import type { Plan } from "../types.ts";
import { canAsk, confirm } from "./confirm.ts";
import { Stop } from "./stop.ts";

/** Returns once somebody has said yes to the plan, or has said so beforehand. */
export async function askToApply(
  { operations }: Plan,
  options: { readonly yes?: true; readonly json?: true },
): Promise<void> {
  if (options.yes) return;
  if (options.json || !canAsk()) {
    throw new Stop(2, "cannot ask here: add --yes to apply the plan, or --dry-run to look only");
  }
  const { length } = operations;
  if (!(await confirm(`\nDo ${length === 1 ? "it" : `these ${length} things`}?`))) {
    throw new Stop(1, "nothing was changed");
  }
}
