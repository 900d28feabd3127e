import { toPlainText } from "../scan/plain-text.ts";

const LONGEST = 100;

/** A doc's title for a row, without links and emphasis, which would have a meaning there. */
export function plainTitle(title: string): string {
  return toPlainText(title, LONGEST)
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[*`[\]<>]|\s#+$/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}
