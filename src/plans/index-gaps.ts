import { posix } from "node:path";
import { removeLines } from "../bank/edit.ts";
import { findListItems } from "../bank/edit-list.ts";
import { groupBy } from "../bank/group-by.ts";
import { DOC_EXTENSION } from "../bank/layout.ts";
import { layoutOf } from "../bank/layouts.ts";
import { parseDoc } from "../bank/parse.ts";
import type { Line } from "../markdown/lines.ts";
import { findIndexTables } from "./index-table.ts";

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
  const here = new Set(docs);
  const items = findListItems(text).filter(({ content }) => isVanished(content, here));
  const tables = findIndexTables(text);
  const rows = tables
    .flatMap((table) => table.rows)
    .filter(({ from, to }) => isVanished(text.slice(from, to), here));
  const vanished = [...items, ...rows].toSorted((a, b) => a.from - b.from);
  // Looked for without the rows that go: such a row may name other docs in its further lines.
  const named = linkedDocs(removeLines(text, vanished).contents);
  const cells = tables.flatMap((table) => table.rows.flatMap((row) => row.cells));
  for (const cell of cells) named.add(cell.text.replaceAll("`", ""));
  return { missing: docs.filter((doc) => !named.has(doc)), vanished };
}

function isVanished(item: string, here: ReadonlySet<string>): boolean {
  if (!item.includes("](")) return false;
  const linked = [...linkedDocs(item)].filter((doc) => doc.endsWith(DOC_EXTENSION));
  return linked.length > 0 && linked.every((doc) => !doc.startsWith("../") && !here.has(doc));
}

export function linkedDocs(text: string): Set<string> {
  return new Set(parseDoc(text).links.map(({ path }) => posix.normalize(path)));
}
