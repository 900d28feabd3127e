import { toPlainText } from "../scan/plain-text.ts";

const LONGEST = 100;

/** A doc's title as words of a row: its links and emphasis would mean something else there. */
export function plainTitle(title: string): string {
  return toPlainText(title, LONGEST)
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[*`[\]<>]|\s#+$/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}
