import type { Plan } from "../types.ts";
import { canAsk, confirm } from "./confirm.ts";
import { say } from "./say.ts";
import { Stop } from "./stop.ts";

/** Returns once somebody has said yes to the plan, or has said so beforehand. */
export async function askToApply(
  { operations }: Plan,
  options: { readonly yes?: true; readonly json?: true },
): Promise<void> {
  if (options.yes) return;
  if (options.json || !canAsk()) {
    throw new Stop(2, {
      en: "cannot ask here: add --yes to apply the plan, or --dry-run to look only",
      zh: "这里无法询问：加 --yes 以执行计划，或加 --dry-run 只查看",
    });
  }
  const { length } = operations;
  const question = say({
    en: `\nDo ${length === 1 ? "it" : `these ${length} things`}?`,
    zh: `\n执行这 ${length} 项吗？`,
  });
  if (!(await confirm(question))) {
    throw new Stop(1, { en: "nothing was changed", zh: "没有任何改动" });
  }
}
