import { LIMITS, PATTERNS, SECTION } from "../../bank/layout.ts";
import { findSection } from "../../bank/parse.ts";
import { docOf } from "../../bank/roles.ts";
import type { CheckRule } from "../check-rule.ts";

/** The table is in every prompt: each row costs. */
export const decisionTable: CheckRule = {
  name: "decision-table",
  find: ({ entry, files }) => {
    const section = entry && findSection(entry.doc, SECTION.decisions);
    const rows = section?.tables.flatMap((table) => table.rows) ?? [];
    const surplus = rows[LIMITS.decisions];
    if (entry === undefined || surplus === undefined) return [];
    const paths = files.map(({ path }) => path);
    const home = docOf("decisions", paths) ?? docOf("conventions", paths) ?? PATTERNS;
    return [
      {
        level: "note",
        ...entry.placeOf(surplus.from),
        message: {
          en: `the table of decisions has ${rows.length} rows, ${LIMITS.decisions} at most`,
          zh: `决策表有 ${rows.length} 行，最多 ${LIMITS.decisions} 行`,
        },
        fix: {
          en: `leave those that still bind most, and keep the others in ${home}`,
          zh: `只留约束力最强的，其余放在 ${home}`,
        },
      },
    ];
  },
};
