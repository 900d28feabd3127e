import { isSecret } from "./assignments.ts";
import type { Detector, Hit } from "./hit.ts";
import { type SecretName, readLabel } from "./secret-names.ts";
import { stripSigns } from "./strip-signs.ts";

const RULER = /^[\s|:-]{3,}$/;

/** Tables: a column headed "password", or a row whose cell says so and whose next cells hold the value. */
export const findInTables: Detector = ({ lines }) => {
  const hits: Hit[] = [];
  let header: (SecretName | undefined)[] = [];
  for (const [line, text] of lines.entries()) {
    if (!text.includes("|")) {
      header = [];
      continue;
    }
    const cells = splitCells(text);
    if (RULER.test(text)) continue;
    if (RULER.test(lines[line + 1] ?? "")) {
      header = cells.map(readLabel);
      continue;
    }
    let label: SecretName | undefined;
    for (const [column, cell] of cells.entries()) {
      const name = label ?? header[column];
      const value = stripSigns(cell, " \t`\"'*", " \t`\"'*");
      if (name !== undefined && isSecret(name, value))
        hits.push({ rule: name.rule, value, line, lastLine: line });
      label = readLabel(cell) ?? label;
    }
  }
  return hits;
};

function splitCells(row: string): string[] {
  return stripSigns(row, " \t>|", " \t\r|").split("|");
}
