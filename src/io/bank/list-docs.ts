import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { DOC_EXTENSION } from "../../bank/layout.ts";
import { renderIndexRow } from "../../bank/render-routes.ts";
import type { KnownDoc } from "../../bank/similar-docs.ts";
import type { Language } from "../../types.ts";
import { attempt } from "../disk/attempt.ts";
import { readText } from "../disk/read-text.ts";
import { readTitle } from "./read-title.ts";

const MOST_DOCS = 5000;
/** Docs beside the new one are the likeliest to say the same: theirs is the title that is looked up. */
const MOST_TITLES = 300;

/** The docs of a bank, with the titles of those in the same folder. */
export function listDocs(bank: string, beside: string): KnownDoc[] {
  let titles = MOST_TITLES;
  return docsIn(bank).map((path) => {
    const isBeside = dirname(path) === dirname(beside) && titles-- > 0;
    return { path, title: isBeside ? readTitle(join(bank, path)) : "" };
  });
}

function docsIn(bank: string): string[] {
  return attempt(() => readdirSync(bank, { recursive: true, encoding: "utf8" }), [])
    .filter((name) => name.endsWith(DOC_EXTENSION))
    .slice(0, MOST_DOCS)
    .map((name) => name.replaceAll("\\", "/"));
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
