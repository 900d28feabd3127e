import { type Row, type Table, findTables } from "./tables.ts";

/** Characters two columns wide on a screen: those of East Asian scripts, and emoji. */
const WIDE =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uA960-\uA97F\uAC00-\uD7A3\uF900-\uFAFF\uFE10-\uFE19\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6\u{1B000}-\u{1B2FF}\u{1F200}-\u{1F265}\u{20000}-\u{3FFFD}]|\p{Emoji_Presentation}|\p{Emoji}\uFE0F/gu;
/** Characters that take no column. */
const NARROW = /[\p{Mn}\p{Me}\p{Cf}\uFE0F]/gu;
const LEAST_DASHES = 3;

/**
 * The text with its table columns in line, as Prettier writes them: by the width on a screen. A table is left alone if its
 * rows have different numbers of cells, if a column is aligned, or if `isLeftAlone` says so.
 */
export function alignTables(
  text: string,
  isLeftAlone: (offset: number) => boolean = () => false,
): string {
  let aligned = "";
  let at = 0;
  for (const table of findTables(text)) {
    if (isLeftAlone(table.from) || !isRegular(text, table)) continue;
    for (const { row, line } of renderRows(text, table)) {
      aligned += text.slice(at, row.from) + line;
      at = row.to;
    }
  }
  return aligned + text.slice(at);
}

function rowsOf({ header, delimiter, rows }: Table): readonly Row[] {
  return [header, delimiter, ...rows];
}

function isRegular(text: string, table: Table): boolean {
  const { header, delimiter } = table;
  const isAligned = delimiter.cells.some((cell) => cell.text.includes(":"));
  return (
    !isAligned &&
    rowsOf(table).every(
      ({ from, to, cells }) =>
        cells.length === header.cells.length && /^\|.*\|$/.test(text.slice(from, to)),
    )
  );
}

function renderRows(text: string, table: Table): { row: Row; line: string }[] {
  const written = rowsOf(table).map((row) => row.cells.map(({ from, to }) => text.slice(from, to)));
  const widths = table.header.cells.map((_, column) =>
    Math.max(
      LEAST_DASHES,
      ...written.filter((_, row) => row !== 1).map((cells) => widthOf(cells[column] ?? "")),
    ),
  );
  return rowsOf(table).map((row, index) => {
    const cells = widths.map((width, column) => {
      const cell = written[index]?.[column] ?? "";
      return row === table.delimiter ? "-".repeat(width) : cell + " ".repeat(width - widthOf(cell));
    });
    return { row, line: `| ${cells.join(" | ")} |` };
  });
}

function widthOf(text: string): number {
  const wide = text.match(WIDE)?.length ?? 0;
  return [...text.replaceAll(WIDE, "").replaceAll(NARROW, "")].length + wide * 2;
}
