import { dirname, join } from "node:path";
import { renderIndexRow } from "../../bank/render-routes.ts";
import type { Language } from "../../types.ts";
import { readText } from "../disk/read.ts";

/** The row for a doc that its folder's index does not name yet. */
export function readIndexRow(
  bank: string,
  doc: string,
  title: string,
  language: Language,
): string | undefined {
  const name = doc.split("/").at(-1) ?? "";
  if (name === "index.md") return undefined;
  const index = readText(join(bank, dirname(doc), "index.md"));
  if (index === undefined || index.includes(name)) return undefined;
  return `- ${renderIndexRow(language, title || name, name)}`;
}
