import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { DOC_EXTENSION } from "../../bank/layout.ts";
import { renderIndexRow } from "../../bank/render-routes.ts";
import type { Language } from "../../types.ts";
import { attempt, readText } from "../disk/read.ts";

/** The names of the docs in the folder of one. */
export function namesBeside(bank: string, doc: string): string[] {
  return attempt(() => readdirSync(join(bank, dirname(doc))), [])
    .filter((name) => name.endsWith(DOC_EXTENSION))
    .toSorted();
}

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
