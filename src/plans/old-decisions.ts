import { renderTableRow } from "../bank/edit-table.ts";
import { type DocSection, parseDoc } from "../bank/parse.ts";
import { isWithin } from "../markdown/lines.ts";
import { scanLines } from "../markdown/scan-lines.ts";
import { type Table, findTables } from "../markdown/tables.ts";
import { toPlainText } from "../scan/plain-text.ts";
import { findDates } from "./read-date.ts";
import { type Decision, readDecisionLog } from "./read-decision-log.ts";

const MOST = 10;
const LONGEST = 160;
const DECISION =
  /decision|decisi[oó]n|decisão|决策|決策|決定|결정|решени|entscheidung|décision|keputusan|quyết định|karar/i;
const COLUMN = {
  date: /date|when|日期|时间|時間|日付|날짜|дата|fecha|\bdata\b|datum|tanggal|ngày|tarih/i,
  choice:
    /^(?:choice|chosen|selected|solution|选择|方案|选型|選択|선택|выбор|elecci[oó]n|escolha)/i,
  why: /why|reason|rationale|原因|理由|依据|이유|причин|обоснован|motivo|raz[oó]n|grund|raison|alasan|lý do|neden/i,
} as const;
const OBSOLETE =
  /~~|\b(?:obsolete|deprecated|superseded|replaced by|rejected|reverted)\b|已?(?:废弃|作废|过时|取代|弃用|撤销)/i;
const BLANK = /^(?:[(（{].*|[^\p{L}\p{N}]*)$/u;

interface PlacedDecisions {
  readonly at: number;
  readonly found: readonly Decision[];
}

/** Rows of highlights from a doc, each with a pointer to it; null where it has none. `otherwise` reads what is left. */
export function renderDecisions(
  doc: string,
  pointer: string,
  otherwise: (doc: string) => readonly Decision[] = () => [],
): string | null {
  const found =
    [readDecisionLog, readDecisions, otherwise]
      .map((read) => read(doc).filter(isBinding))
      .find(({ length }) => length > 0) ?? [];
  const rows = found
    .slice(0, MOST)
    .map(({ decision, date, why }) =>
      renderTableRow([decision, date, why, pointer].map((cell) => toPlainText(cell, LONGEST))),
    );
  return rows.length === 0 ? null : rows.join("\n");
}

/** Rows of tables of decisions, and list items below headings that speak of them, as far as they still bind. */
function readDecisions(text: string): Decision[] {
  const doc = parseDoc(text);
  const sections = doc.sections.filter(({ heading }) => DECISION.test(heading));
  const isAmong = (at: number) => isWithin(sections, at);
  const tables = findTables(text, doc.lines).filter(
    ({ from, header }) =>
      isAmong(from) || header.cells.some(({ text: column }) => DECISION.test(column)),
  );
  return [
    ...tables.map((table) => ({ at: table.from, found: rowsIn(table) })),
    ...sections.flatMap((section) => itemsIn(text, section)),
  ]
    .filter(({ at }) => !isWithin(doc.blocks.user, at))
    .toSorted((a, b) => a.at - b.at)
    .flatMap(({ found }) => found);
}

function isBinding({ decision, why }: Decision): boolean {
  return !BLANK.test(decision) && !OBSOLETE.test(decision) && !OBSOLETE.test(why);
}

/** By the columns' names; where none is the decision's, its first words are. */
function rowsIn({ header, rows }: Table): Decision[] {
  const columnOf = (name: RegExp) => header.cells.findIndex(({ text }) => name.test(text));
  const columns = {
    decision: columnOf(DECISION),
    date: columnOf(COLUMN.date),
    choice: columnOf(COLUMN.choice),
    why: columnOf(COLUMN.why),
  };
  return rows.flatMap(({ cells }) => {
    const texts = cells.map((cell) => cell.text);
    if (texts.some((cell) => OBSOLETE.test(cell))) return [];
    const isDate = (cell: string) => findDates(cell).length > 0 && cell.length < 24;
    const date = texts[columns.date] ?? texts.find(isDate) ?? "";
    const others = texts.filter((cell) => cell !== "" && cell !== date);
    const about = texts[columns.decision] ?? others[0] ?? "";
    const choice = texts[columns.choice] ?? "";
    const why = texts[columns.why] ?? others.filter((cell) => cell !== about).join("; ");
    const decision = choice === "" ? about : `${about}: ${choice}`;
    return [{ decision, date: findDates(date)[0]?.date ?? date, why }];
  });
}

function itemsIn(text: string, { bodyFrom, to }: DocSection): PlacedDecisions[] {
  const body = text.slice(bodyFrom, to);
  return scanLines(body).flatMap((line) => {
    if (line.kind !== "text" || line.depth !== 1) return [];
    const item = /^ {0,3}[-*+]\s+(.+)$/.exec(body.slice(line.from, line.to))?.[1];
    if (item === undefined || OBSOLETE.test(item)) return [];
    const decision = item.replaceAll("**", "").trim();
    const date = findDates(item)[0]?.date ?? "";
    return [{ at: bodyFrom + line.from, found: [{ decision, date, why: "" }] }];
  });
}
