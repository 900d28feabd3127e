import { renderTableRow } from "../bank/edit-table.ts";
import { scanLines } from "../markdown/scan-lines.ts";
import { type DocSection, parseDoc } from "../bank/parse.ts";

const MOST = 10;
const LONGEST = 300;
const DATE = /\d{4}-\d{2}-\d{2}/;
const OBSOLETE =
  /~~|\b(?:obsolete|deprecated|superseded|replaced by)\b|已?(?:废弃|作废|过时|取代)/i;
const BLANK = /^[(（]/;

interface OldDecision {
  readonly decision: string;
  readonly date: string;
  readonly why: string;
}

/** Rows of highlights from a doc of decisions, each with a pointer to it; null where it has none. */
export function renderDecisions(patterns: string, pointer: string): string | null {
  const rows = readDecisions(patterns).map(({ decision, date, why }) =>
    renderTableRow([decision, date, why, pointer].map(shorten)),
  );
  return rows.length === 0 ? null : rows.join("\n");
}

/** List items and table rows below headings that speak of decisions, as far as they still bind. */
function readDecisions(text: string): OldDecision[] {
  return parseDoc(text)
    .sections.filter(({ heading, owner }) => owner !== "user" && /decision|决策/i.test(heading))
    .flatMap((section) => [...rowsIn(section), ...itemsIn(text, section)])
    .filter(({ decision }) => decision !== "" && !BLANK.test(decision))
    .slice(0, MOST);
}

function rowsIn({ tables }: DocSection): OldDecision[] {
  return tables.flatMap(({ rows }) =>
    rows.flatMap(({ cells }) => {
      const texts = cells.map((cell) => cell.text).filter((cell) => cell !== "");
      if (texts.some((cell) => OBSOLETE.test(cell))) return [];
      const isDate = (cell: string) => DATE.exec(cell)?.[0] === cell;
      const [decision = "", ...why] = texts.filter((cell) => !isDate(cell));
      return [{ decision, date: texts.find(isDate) ?? "", why: why.join("; ") }];
    }),
  );
}

function itemsIn(text: string, { bodyFrom, to }: DocSection): OldDecision[] {
  const body = text.slice(bodyFrom, to);
  return scanLines(body).flatMap((line) => {
    if (line.kind !== "text" || line.depth !== 1) return [];
    const item = /^ {0,3}[-*+]\s+(.+)$/.exec(body.slice(line.from, line.to))?.[1];
    if (item === undefined || OBSOLETE.test(item)) return [];
    return [
      { decision: item.replaceAll("**", "").trim(), date: DATE.exec(item)?.[0] ?? "", why: "" },
    ];
  });
}

function shorten(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1).trimEnd()}…`;
}
