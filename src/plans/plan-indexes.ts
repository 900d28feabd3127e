import { findLinks } from "../markdown/links.ts";
import { posix } from "node:path";
import type { Language, Operation } from "../types.ts";
import { parseBlocks } from "../bank/blocks.ts";
import { applyEdits, lineBreakOf, removeLines, findListItems } from "../bank/edit.ts";
import { groupBy } from "../bank/group-by.ts";
import { DOC_EXTENSION, LIMITS } from "../bank/layout.ts";
import { layoutOf } from "../bank/layouts.ts";
import { renderDocLink, renderIndexRow } from "../bank/render-routes.ts";
import { renderTableRow } from "../bank/render-table-row.ts";
import { type Line, isWithin } from "../markdown/lines.ts";
import { type Table, findTables } from "../markdown/tables.ts";
import { plainTitle } from "./plain-title.ts";
import { planEdit } from "./plan-edit.ts";
import type { PlanInput } from "./plan-input.ts";

export const INDEX = "index.md";
const IN_FOLDER_OF_DETAILS = /^(details\/[^/]+)\/(.+)$/;

/** A folder of details that may have an index. */
export interface IndexedFolder {
  readonly folder: string;
  /** Without the index itself, relative to the folder. */
  readonly docs: readonly string[];
  readonly hasIndex: boolean;
}

export interface IndexGaps {
  /** Docs of the folder that no row links to. */
  readonly missing: readonly string[];
  /** Rows that link to docs of this folder, all of which are gone. */
  readonly vanished: readonly Line[];
}

/** None in a bank of another tool's layout: there nothing but the entry is ours to change. */
export function findIndexedFolders(paths: readonly string[]): IndexedFolder[] {
  if (layoutOf(paths) !== undefined) return [];
  const placed = paths.flatMap((path) => {
    const [, folder, doc] = IN_FOLDER_OF_DETAILS.exec(path) ?? [];
    return folder === undefined || !doc?.endsWith(DOC_EXTENSION) ? [] : [{ folder, doc }];
  });
  return [...groupBy(placed, ({ folder }) => folder)].map(([folder, found]) => {
    const docs = found.map(({ doc }) => doc).filter((doc) => doc !== INDEX);
    return { folder, docs, hasIndex: docs.length < found.length };
  });
}

/** In what an index is out of step with its folder. */
export function findIndexGaps(text: string, docs: readonly string[]): IndexGaps {
  const isVanished = (item: string) => {
    const linked = linkedDocs(item);
    return (
      linked.length > 0 && linked.every((doc) => !doc.startsWith("../") && !docs.includes(doc))
    );
  };
  const rows = findOwnTables(text).flatMap((table) => table.rows);
  const vanished = [
    ...findListItems(text).filter(({ content }) => isVanished(content)),
    ...rows.filter(({ from, to }) => isVanished(text.slice(from, to))),
  ].toSorted((a, b) => a.from - b.from);
  // Looked for without the rows that go: such a row may name other docs in its further lines.
  const named = new Set([
    ...linkedDocs(removeLines(text, vanished)),
    ...rows.flatMap(({ cells }) => cells.map((cell) => cell.text.replaceAll("`", ""))),
  ]);
  return { missing: docs.filter((doc) => !named.has(doc)), vanished };
}

function linkedDocs(text: string): string[] {
  const linked = findLinks(text).map(({ path }) => posix.normalize(path));
  return linked.filter((path) => path.endsWith(DOC_EXTENSION));
}

/** Tables that are not the user's. */
function findOwnTables(text: string): Table[] {
  const { user } = parseBlocks(text);
  return findTables(text).filter(({ from }) => !isWithin(user, from));
}

/** Indexes that a folder of details needs, and rows of those that are there. */
export function planIndexes(input: Pick<PlanInput, "bank" | "language">): Operation[] {
  const { bank, language } = input;
  return findIndexedFolders(bank.paths).flatMap(({ folder, docs, hasIndex }): Operation[] => {
    const path = `${folder}/${INDEX}`;
    const rows = { folder, language, title: bank.title };
    if (!hasIndex) {
      if (docs.length <= LIMITS.docsWithoutIndex) return [];
      const name = plainTitle(posix.basename(folder)).replace(/^./, (sign) => sign.toUpperCase());
      const text = addRows(`# ${name || "?"} Router\n\n`, docs, rows);
      const { length } = docs;
      const reason = { en: `an index of ${length} docs`, zh: `${length} 篇文档的索引` }[language];
      return [{ kind: "create", path, text, reason }];
    }
    const before = bank.read(path);
    if (before === undefined) return [];
    const { missing, vanished } = findIndexGaps(before, docs);
    const text = addRows(removeLines(before, vanished), missing, rows);
    const reason = { en: "the index in step with its folder", zh: "索引与目录一致" }[language];
    return planEdit(bank, path, text, reason);
  });
}

interface Rows {
  readonly folder: string;
  readonly language: Language;
  readonly title: (doc: string) => string;
}

/** To its table of docs, where it has one; else to its list, or behind all. */
function addRows(text: string, missing: readonly string[], rows: Rows): string {
  if (missing.length === 0) return text;
  const { folder, language, title } = rows;
  const nameOf = (doc: string) =>
    plainTitle(title(`${folder}/${doc}`)) || plainTitle(doc.replace(/\.md$/, "")) || "?";
  const lineBreak = lineBreakOf(text);
  const table = findTableOfDocs(text);
  const added = missing.map((doc) =>
    table === undefined
      ? `- ${renderIndexRow(language, nameOf(doc), doc)}`
      : toTableRow(text, table, doc, nameOf(doc)),
  );
  const last =
    table === undefined ? findListItems(text).at(-1) : (table.rows.at(-1) ?? table.delimiter);
  const gap = last === undefined && /[\r\n]$/.test(text) ? "" : lineBreak;
  const at = last?.to ?? text.length;
  const end = last === undefined ? lineBreak : "";
  const edited = applyEdits(text, [{ from: at, to: at, text: gap + added.join(lineBreak) + end }]);
  // Behind an open fence or comment the rows would not count as rows, and would be added again at every run.
  const now = linkedDocs(edited);
  return missing.every((doc) => now.includes(doc)) ? edited : text;
}

/** The first table that links docs; in an index without a list, its first table. */
function findTableOfDocs(text: string): Table | undefined {
  const tables = findOwnTables(text);
  const linking = tables.find(({ from, to }) => linkedDocs(text.slice(from, to)).length > 0);
  return linking ?? (findListItems(text).length > 0 ? undefined : tables[0]);
}

/** The link where the first row has its own, and the title in the first other column. */
function toTableRow(text: string, { header, rows }: Table, doc: string, title: string): string {
  const linked = rows[0]?.cells.findIndex(
    ({ from, to }) => linkedDocs(text.slice(from, to)).length > 0,
  );
  const column = Math.max(0, linked ?? 0);
  const titled = column === 0 ? 1 : 0;
  const wanted = new Map([
    [column, renderDocLink(doc, doc)],
    [titled, title],
  ]);
  return renderTableRow(header.cells.map((_, index) => wanted.get(index) ?? ""));
}
