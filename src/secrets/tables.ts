import { isSecret } from "./assignments.ts";
import type { Detector, Hit } from "./hit.ts";
import { looksMixed } from "./looks-like-password.ts";
import { type SecretName, readLabel } from "./secret-names.ts";
import { stripSigns } from "./strip-signs.ts";

const SIGNS = "`\"'*";
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
    // Without a header, only a row's own bars make it one.
    if (header.length === 0 && !/^[ \t>]{0,8}\|/.test(text)) continue;
    let label: SecretName | undefined;
    for (const [column, cell] of cells.entries()) {
      const name = label ?? header[column];
      const value = name === undefined ? undefined : readValue(name, cell);
      if (name !== undefined && value !== undefined) hits.push({ rule: name.rule, value, line });
      label = readLabel(cell) ?? label;
    }
  }
  return hits;
};

/** The cell's whole text, or its first word before a remark. */
function readValue(name: SecretName, cell: string): string | undefined {
  const [word = "", ...remark] = stripSigns(cell, " \t", " \t").slice(0, 400).split(/\s/);
  const value = stripSigns(word, SIGNS, SIGNS);
  if (!isSecret(name, value)) return undefined;
  return (remark.length === 0 && !name.isVague) || looksMixed(value) ? value : undefined;
}

function splitCells(row: string): string[] {
  return stripSigns(row, " \t>|", " \t\r|").split("|");
}
