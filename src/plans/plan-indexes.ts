import { posix } from "node:path";
import type { Language, Operation } from "../types.ts";
import { lineBreakOf, removeLines } from "../bank/edit.ts";
import { addListItem } from "../bank/edit-list.ts";
import { LIMITS } from "../bank/layout.ts";
import { renderIndexRow } from "../bank/render-routes.ts";
import { renderTemplate } from "../bank/render-template.ts";
import { INDEX, findIndexGaps, findIndexedFolders, linkedDocs } from "./index-gaps.ts";
import { plainTitle } from "./plain-title.ts";
import { planEdit } from "./plan-edit.ts";
import type { PlanInput } from "./plan-input.ts";

/** Indexes that a folder of details needs, and rows of those that are there. */
export function planIndexes(input: Pick<PlanInput, "bank" | "language">): Operation[] {
  return findIndexedFolders(input.bank.paths).flatMap(({ folder, docs, hasIndex }) =>
    hasIndex ? updateIndex(input, folder, docs) : createIndex(input, folder, docs),
  );
}

function createIndex(
  { bank, language }: Pick<PlanInput, "bank" | "language">,
  folder: string,
  docs: readonly string[],
): Operation[] {
  if (docs.length <= LIMITS.docsWithoutIndex) return [];
  const rows = docs.map((doc) => `- ${rowOf(bank.title, folder, doc, language)}`).join("\n");
  const { length } = docs;
  return [
    {
      kind: "create",
      path: `${folder}/${INDEX}`,
      text: renderTemplate("index", language, {
        folder: capitalise(plainTitle(posix.basename(folder)) || "?"),
        rows,
      }),
      reason: { en: `an index of ${length} docs`, zh: `${length} 篇文档的索引` }[language],
    },
  ];
}

function updateIndex(
  { bank, language }: Pick<PlanInput, "bank" | "language">,
  folder: string,
  docs: readonly string[],
): Operation[] {
  const path = `${folder}/${INDEX}`;
  const before = bank.read(path);
  if (before === undefined) return [];
  const { missing, vanished } = findIndexGaps(before, docs);
  const text = addRows(removeLines(before, vanished).contents, missing, (doc) =>
    rowOf(bank.title, folder, doc, language),
  );
  const reason = { en: "the index in step with its folder", zh: "索引与目录一致" }[language];
  return planEdit(bank, path, text, reason);
}

function addRows(text: string, missing: readonly string[], toRow: (doc: string) => string): string {
  if (missing.length === 0) return text;
  const rows = missing.map(toRow).join(`${lineBreakOf(text)}- `);
  const edited = addListItem(text, rows).contents;
  // Behind an open fence or comment the rows would not count as rows, and would be added again at every run.
  const now = linkedDocs(edited);
  if (missing.some((doc) => !now.has(doc))) return text;
  // Within HTML a blank line would make Markdown of what follows: its links would come to life.
  const known = new Set([...linkedDocs(text), ...missing]);
  return [...now].every((doc) => known.has(doc)) ? edited : text;
}

function rowOf(
  titleOf: (doc: string) => string,
  folder: string,
  doc: string,
  language: Language,
): string {
  const title = plainTitle(titleOf(`${folder}/${doc}`)) || plainTitle(doc.replace(/\.md$/, ""));
  return renderIndexRow(language, title || posix.basename(folder), doc);
}

function capitalise(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
