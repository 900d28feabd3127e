import { type Edit, lineBreakOf } from "../bank/edit.ts";
import { renderCell, renderTableRow } from "../bank/render-table-row.ts";
import type { Row, Table } from "../markdown/tables.ts";

/** Changes to a table, collected first: to find each row anew would read the doc once for every row. */
export interface TableChanges {
  readonly rows: readonly Row[];
  /** Rows that will be there, as the texts of their cells. */
  readonly texts: () => readonly (readonly string[])[];
  /** Says something else in a cell. The words of other columns stay: somebody may have said more there. */
  readonly setCell: (row: Row, column: number, text: string) => void;
  readonly removeRow: (row: Row) => void;
  readonly addRow: (cells: readonly string[]) => void;
  readonly edits: () => Edit[];
}

export function changeTable(text: string, { header, delimiter, rows }: Table): TableChanges {
  const cellEdits: Edit[] = [];
  const texts = rows.map(({ cells }) => cells.map((cell) => cell.text));
  const added: string[] = [];
  const removed = new Set<Row>();
  return {
    rows,
    texts: () => texts,
    setCell: (row, column, wanted) => {
      const cell = row.cells[column];
      const known = texts[rows.indexOf(row)];
      if (cell === undefined || known === undefined) return;
      known[column] = wanted;
      cellEdits.push({ from: cell.from, to: cell.to, text: renderCell(wanted) });
    },
    removeRow: (row) => {
      removed.add(row);
      texts[rows.indexOf(row)] = [];
    },
    addRow: (cells) => {
      texts.push([...cells]);
      const missing = Math.max(0, header.cells.length - cells.length);
      added.push(renderTableRow([...cells, ...Array.from({ length: missing }, () => "")]));
    },
    edits: () => {
      const kept = cellEdits.filter(
        ({ from }) => ![...removed].some((row) => row.from <= from && from < row.to),
      );
      const gone = [...removed].map(({ from, end }) => ({ from, to: end, text: "" }));
      if (added.length === 0) return [...kept, ...gone];
      const { to } = rows.findLast((row) => !removed.has(row)) ?? delimiter;
      const lineBreak = lineBreakOf(text);
      const rest = added.map((row) => lineBreak + row).join("");
      return [...kept, ...gone, { from: to, to, text: rest }];
    },
  };
}
