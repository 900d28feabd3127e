import { posix } from "node:path";
import type { Language, Operation } from "../../types.ts";
import { lineBreakOf } from "../edit.ts";
import { addListItem, removeListItems } from "../edit-list.ts";
import { DOC_EXTENSION, LIMITS } from "../layout.ts";
import { parseDoc } from "../parse.ts";
import { renderIndexRow } from "../render-routes.ts";
import { renderTemplate } from "../render-template.ts";
import { plainTitle } from "./plain-title.ts";
import { planEdit } from "./plan-edit.ts";
import type { PlanInput } from "./plan-input.ts";

const INDEX = "index.md";
const IN_FOLDER_OF_DETAILS = /^(details\/[^/]+)\/(.+)$/;
/** Past this many docs a folder gets an index. */

/** Indexes that a folder of details needs, and rows of those that are there. */
export function planIndexes(input: PlanInput): Operation[] {
  const folders = new Map<string, string[]>();
  for (const path of input.bank.paths) {
    const [, folder, doc] = IN_FOLDER_OF_DETAILS.exec(path) ?? [];
    if (folder === undefined || doc === undefined || !doc.endsWith(DOC_EXTENSION)) continue;
    const docs = folders.get(folder);
    if (docs === undefined) folders.set(folder, [doc]);
    else docs.push(doc);
  }
  return [...folders].flatMap(([folder, found]) => {
    const docs = found.filter((doc) => doc !== INDEX);
    return docs.length < found.length
      ? updateIndex(input, folder, docs)
      : createIndex(input, folder, docs);
  });
}

function createIndex(
  { bank, language }: PlanInput,
  folder: string,
  docs: readonly string[],
): Operation[] {
  if (docs.length <= LIMITS.docsWithoutIndex) return [];
  const rows = docs.map((doc) => `- ${rowOf(bank.title, folder, doc, language)}`).join("\n");
  const reason =
    language === "zh" ? `${docs.length} 篇文档的索引` : `an index of ${docs.length} docs`;
  return [
    {
      kind: "create",
      path: `${folder}/${INDEX}`,
      text: renderTemplate("index", language, {
        folder: capitalise(plainTitle(posix.basename(folder)) || "?"),
        rows,
      }),
      reason,
    },
  ];
}

function updateIndex(
  { bank, language }: PlanInput,
  folder: string,
  docs: readonly string[],
): Operation[] {
  const path = `${folder}/${INDEX}`;
  const before = bank.read(path);
  if (before === undefined) return [];
  const here = new Set(docs);
  const text = addRows(
    removeListItems(before, (item) => isVanished(item, here)).contents,
    docs,
    (doc) => rowOf(bank.title, folder, doc, language),
  );
  const reason = language === "zh" ? "索引与目录一致" : "the index in step with its folder";
  return planEdit(bank, path, text, reason);
}

function addRows(text: string, docs: readonly string[], toRow: (doc: string) => string): string {
  const named = linkedDocs(text);
  const missing = docs.filter((doc) => !named.has(doc));
  if (missing.length === 0) return text;
  const rows = missing.map(toRow).join(`${lineBreakOf(text)}- `);
  const edited = addListItem(text, rows).contents;
  // Behind an open fence or comment rows are no rows, and would come again with every run.
  const now = linkedDocs(edited);
  return missing.every((doc) => now.has(doc)) ? edited : text;
}

/** A row that links to docs of this folder, all of which are gone. */
function isVanished(item: string, here: ReadonlySet<string>): boolean {
  if (!item.includes("](")) return false;
  const linked = [...linkedDocs(item)].filter((doc) => doc.endsWith(DOC_EXTENSION));
  return linked.length > 0 && linked.every((doc) => !doc.startsWith("../") && !here.has(doc));
}

function linkedDocs(text: string): Set<string> {
  return new Set(parseDoc(text).links.map(({ path }) => posix.normalize(path)));
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
