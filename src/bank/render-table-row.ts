/** A row of a table with these texts in its cells. */
export function renderTableRow(cells: readonly string[]): string {
  // The `|` of `\\|` is escaped already: escaping it again would make it a border.
  const escaped = cells.map((cell) =>
    cell.replaceAll(/\s+/g, " ").trim().replaceAll("\\|", "\\&#124;").replaceAll("|", "\\|"),
  );
  return `| ${escaped.join(" | ")} |`;
}
