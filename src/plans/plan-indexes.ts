import { posix } from "node:path";
import type { Language, Operation } from "../types.ts";
import { applyEdits, lineBreakOf, removeLines } from "../bank/edit.ts";
import { addListItem, findListItems } from "../bank/edit-list.ts";
import { DOC_EXTENSION, LIMITS } from "../bank/layout.ts";
import { renderIndexRow } from "../bank/render-routes.ts";
import type { Table } from "../markdown/tables.ts";
import { groupBy } from "../bank/group-by.ts";
import { addIndexRows, findIndexTables } from "./index-table.ts";
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
  const nameOf = makeNames(bank.title, folder, docs);
  const rows = docs.map((doc) => `- ${renderIndexRow(language, nameOf(doc), doc)}`).join("\n");
  const { length } = docs;
  return [
    {
      kind: "create",
      path: `${folder}/${INDEX}`,
      text: `# ${capitalise(plainTitle(posix.basename(folder)) || "?")} Router\n\n${rows}\n`,
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
  const text = addRows(removeLines(before, vanished).contents, missing, {
    language,
    nameOf: makeNames(bank.title, folder, docs),
  });
  const reason = { en: "the index in step with its folder", zh: "索引与目录一致" }[language];
  return planEdit(bank, path, text, reason);
}

/** To its table, where it is one; else to its list. */
function addRows(text: string, missing: readonly string[], { language, nameOf }: RowStyle): string {
  if (missing.length === 0) return text;
  const items = missing.map((doc) => renderIndexRow(language, nameOf(doc), doc));
  const table = findTableOfDocs(text);
  const edited =
    table === undefined
      ? addListItem(text, items.join(`${lineBreakOf(text)}- `)).contents
      : applyEdits(text, [addIndexRows(text, table, missing, nameOf)]).contents;
  // Behind an open fence or comment the rows would not count as rows, and would be added again at every run.
  const now = linkedDocs(edited);
  if (missing.some((doc) => !now.has(doc))) return text;
  // Within HTML a blank line would make Markdown of what follows: its links would come to life.
  const known = new Set([...linkedDocs(text), ...missing]);
  return [...now].every((doc) => known.has(doc)) ? edited : text;
}

interface RowStyle {
  readonly language: Language;
  readonly nameOf: (doc: string) => string;
}

/** The first table that links docs; one without rows counts where no list links any. */
function findTableOfDocs(text: string): Table | undefined {
  const tables = findIndexTables(text);
  const links = (words: string) =>
    [...linkedDocs(words)].some((doc) => doc.endsWith(DOC_EXTENSION));
  const linking = tables.find(({ from, to }) => links(text.slice(from, to)));
  if (linking !== undefined) return linking;
  const isList = findListItems(text).some(({ content }) => links(content));
  return isList ? undefined : tables.find(({ rows }) => rows.length === 0);
}

/** Titles of docs; two that are the same are told apart by their names. */
function makeNames(
  titleOf: (doc: string) => string,
  folder: string,
  docs: readonly string[],
): (doc: string) => string {
  const name = (doc: string) => plainTitle(doc.replace(/\.md$/, ""));
  const titles = new Map(
    docs.map((doc) => [doc, plainTitle(titleOf(`${folder}/${doc}`)) || name(doc)]),
  );
  const groups = groupBy([...titles.values()], (title) => title.toLowerCase());
  return (doc) => {
    const title = titles.get(doc) ?? name(doc);
    const isShared = (groups.get(title.toLowerCase())?.length ?? 0) > 1 && title !== name(doc);
    return (isShared ? `${title} (${name(doc)})` : title) || posix.basename(folder);
  };
}

function capitalise(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
