/** A row of a table with these texts in its cells. */
export function renderTableRow(cells: readonly string[]): string {
  return `| ${cells.map(renderCell).join(" | ")} |`;
}

export function renderCell(cell: string): string {
  return (
    cell
      .replaceAll(/\s+/g, " ")
      .trim()
      // Escaping the bar of `\\|` again would give an escaped backslash and a border.
      .replaceAll("\\|", "\\&#124;")
      .replaceAll("|", "\\|")
  );
}
