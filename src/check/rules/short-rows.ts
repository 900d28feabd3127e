import { posix } from "node:path";
import { ENTRY } from "../../bank/layout.ts";
import { findTables } from "../../markdown/tables.ts";
import { INDEX } from "../../plans/index-gaps.ts";
import type { CheckRule } from "../check-rule.ts";
import type { CheckedDoc } from "../checked-doc.ts";
import type { Fault } from "../finding.ts";

/** Rows of tables that tools read: of the entry and of indexes. Elsewhere Markdown fills them up, and nobody is hurt. */
export const shortRows: CheckRule = {
  name: "short-rows",
  find: ({ docs }) => docs.filter(hasOurTables).flatMap(findShort),
};

function hasOurTables({ path }: CheckedDoc): boolean {
  return path === ENTRY || (path.startsWith("details/") && posix.basename(path) === INDEX);
}

function findShort(doc: CheckedDoc): Fault[] {
  return findTables(doc.text, doc.doc.lines).flatMap(({ header, rows }) =>
    rows
      .filter(({ cells }) => cells.length < header.cells.length)
      .map(({ from, cells }) => ({
        level: doc.levelAt(from, "warning", "note"),
        ...doc.placeOf(from),
        message: {
          en: `the row has ${cells.length} of ${header.cells.length} cells`,
          zh: `该行只有 ${cells.length} 个单元格，应为 ${header.cells.length} 个`,
        },
        fix: {
          en: "fill in the cells that are missing, or put an empty line before what is no row",
          zh: "补上缺少的单元格；如果不是表格的行，在它前面加一个空行",
        },
      })),
  );
}
