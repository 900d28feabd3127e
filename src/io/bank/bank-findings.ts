import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { readJson } from "../disk/read-text.ts";
import { replaceFile } from "../disk/replace-file.ts";

/** How many findings the last check of a bank had, for whoever shows it. Nothing is decided by it. */
const FILE = "findings.json";

export function writeFindings(folder: string, count: number): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const text = `${JSON.stringify({ v: 1, count })}\n`;
  replaceFile(join(folder, FILE), Buffer.from(text), { mode: 0o600 });
}

/** None where nobody has looked yet. */
export function readFindings(folder: string): number {
  const found = readJson(join(folder, FILE));
  if (typeof found !== "object" || found === null || !("count" in found)) return 0;
  const { count } = found;
  return typeof count === "number" && Number.isSafeInteger(count) && count > 0 ? count : 0;
}
