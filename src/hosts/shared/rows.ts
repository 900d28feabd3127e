import { parseJson } from "./parse-json.ts";
import { isRecord, textField } from "./payload.ts";

/** A line of a transcript. */
export type Row = Readonly<Record<string, unknown>>;

/** Most of a transcript's bytes are of no use, and are not even parsed. */
export function parseRows(text: string, isWanted: (line: string) => boolean): Row[] {
  return text.split("\n").flatMap((line): Row[] => {
    const row = isWanted(line) ? parseJson(line) : undefined;
    return isRecord(row) ? [row] : [];
  });
}

/** When it was written. */
export function timeOf(row: Row): number {
  return Date.parse(textField(row, "timestamp") ?? "") || 0;
}
