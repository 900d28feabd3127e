import { ENTRY } from "../bank/layout.ts";
import { bankAfter } from "../plans/bank-after.ts";
import { detectFlow } from "../plans/detect-flow.ts";
import { planEdit } from "../plans/plan-edit.ts";
import { planIndexes } from "../plans/plan-indexes.ts";
import type { PlanInput, Planned } from "../plans/plan-input.ts";
import { updateRoutes } from "../plans/update-routes.ts";
import { checkInputAfter } from "./check-input-after.ts";
import type { CheckInput } from "./check-input.ts";
import { openCheckedBank } from "./checked-bank.ts";
import { findOrphans } from "./find-orphans.ts";

/**
 * What can be mended without anybody's judgement, done as refresh does it: rows of indexes, missing indexes,
 * routes that lead nowhere, routes for docs that nothing leads to. A bank without findings of these kinds
 * gets no operations.
 */
export function planFixes(input: PlanInput, check: CheckInput): Planned {
  const planned = { kind: "plan", flow: "refresh", notes: [] } as const;
  const flow = detectFlow(input.bank);
  // Without an entry in its present form, refresh has to lay out the whole bank: mending parts of it is useless.
  if (flow !== "refresh" && flow !== "upgrade") return { ...planned, operations: [] };
  const indexes = planIndexes(input);
  const { isInBank, ...after } = openCheckedBank(checkInputAfter(check, indexes));
  const { paths } = bankAfter(input.bank, indexes);
  const { text } = updateRoutes(
    input.bank.read(ENTRY) ?? "",
    paths,
    {
      ...input,
      isInProject: (path) => isInBank(path) || check.project.exists(path),
    },
    findOrphans({ isInBank, ...after }),
  );
  const reason = {
    en: "routes that lead nowhere go, docs that nothing leads to get one",
    zh: "去掉失效的路由，为没有路由的文档添加一行",
  }[input.language];
  return { ...planned, operations: [...planEdit(input.bank, ENTRY, text, reason), ...indexes] };
}
