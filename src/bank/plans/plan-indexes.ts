import type { Language, Operation } from "../../types.ts";
import { lineBreakOf } from "../edit.ts";
import { addListItem, removeListItems } from "../edit-list.ts";
import { DOC_EXTENSION } from "../layout.ts";
import { parseDoc } from "../parse.ts";
import { renderIndexRow } from "../render-routes.ts";
import { renderTemplate } from "../render-template.ts";
import type { PlanInput } from "./plan-input.ts";

const INDEX = "index.md";
const FOLDERS = ["details/design", "details/requirements", "details/learnings"];
/** Past this many docs a folder gets an index. */
const DOCS_WITHOUT_INDEX = 8;

/** Indexes that a folder needs, and rows of those that are there. */
export function planIndexes(input: PlanInput, paths: readonly string[]): Operation[] {
  return FOLDERS.flatMap((folder): Operation[] => {
    const index = `${folder}/${INDEX}`;
    const docs = paths
      .filter((path) => path.startsWith(`${folder}/`) && path.endsWith(DOC_EXTENSION))
      .filter((path) => path !== index)
      .map((path) => path.slice(folder.length + 1));
    return paths.includes(index)
      ? updateIndex(input, folder, docs)
      : createIndex(input, folder, docs);
  });
}

function createIndex(
  { bank, language }: PlanInput,
  folder: string,
  docs: readonly string[],
): Operation[] {
  if (docs.length <= DOCS_WITHOUT_INDEX) return [];
  const rows = docs.map((doc) => `- ${rowOf(bank.title, folder, doc, language)}`).join("\n");
  const name = folder.split("/").at(-1) ?? folder;
  const reason =
    language === "zh" ? `${docs.length} 篇文档的索引` : `an index of ${docs.length} docs`;
  return [
    {
      kind: "create",
      path: `${folder}/${INDEX}`,
      text: renderTemplate("index", language, { folder: capitalise(name), rows }),
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
  let text = removeListItems(before, (item) => isVanished(item, here)).contents;
  const named = linkedDocs(text);
  const added = docs
    .filter((doc) => !named.has(doc))
    .map((doc) => rowOf(bank.title, folder, doc, language));
  if (added.length > 0) text = addListItem(text, added.join(`${lineBreakOf(text)}- `)).contents;
  if (text === before) return [];
  const reason = language === "zh" ? "索引与目录一致" : "the index in step with its folder";
  return [{ kind: "edit", path, before: bank.hash(path), text, reason }];
}

/** A row that links to docs of this folder, all of which are gone. */
function isVanished(item: string, here: ReadonlySet<string>): boolean {
  const linked = [...linkedDocs(item)].filter((doc) => doc.endsWith(DOC_EXTENSION));
  return linked.length > 0 && linked.every((doc) => !doc.startsWith("../") && !here.has(doc));
}

function linkedDocs(text: string): Set<string> {
  return new Set(parseDoc(text).links.map(({ path }) => path.replace(/^\.\//, "")));
}

function rowOf(
  titleOf: (doc: string) => string,
  folder: string,
  doc: string,
  language: Language,
): string {
  const title = titleOf(`${folder}/${doc}`);
  return renderIndexRow(language, title || doc.replace(/\.md$/, ""), doc);
}

function capitalise(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
