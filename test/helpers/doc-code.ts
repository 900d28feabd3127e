import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Parser } from "commonmark";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The Markdown files in a folder of this repository, as paths from its root. */
export function pagesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md") && !name.includes("node_modules"))
    .map((name) => join(folder, name));
}

export interface DocCode {
  readonly fences: readonly { readonly language: string; readonly text: string }[];
  /** What stands in backticks. */
  readonly inline: readonly string[];
}

/** What a page shows as code, by the reference implementation and not by the one under test. */
export function codeOf(page: string): DocCode {
  const walker = new Parser().parse(readFileSync(join(ROOT, page), "utf8")).walker();
  const fences: DocCode["fences"][number][] = [];
  const inline: string[] = [];
  for (let step = walker.next(); step !== null; step = walker.next()) {
    const { type, info, literal } = step.node;
    if (type === "code_block") fences.push({ language: info ?? "", text: literal ?? "" });
    if (type === "code") inline.push(literal ?? "");
  }
  return { fences, inline };
}
