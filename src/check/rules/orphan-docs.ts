import type { CheckedBank } from "../checked-bank.ts";
import { findOrphans } from "../find-orphans.ts";
import type { Fault } from "../finding.ts";

/** An agent reads what something leads it to: other docs are never read. */
export function orphanDocs(bank: CheckedBank): Fault[] {
  return findOrphans(bank).map((path) => ({
    level: "warning",
    path,
    line: 1,
    message: { en: "no route and no doc leads here", zh: "没有路由或文档指向这里" },
    fix: {
      en: "add a row to the routing table: `memory-bank refresh` does while there is room",
      zh: "在路由表中加一行：还有空位时 `memory-bank refresh` 会添加",
    },
  }));
}
