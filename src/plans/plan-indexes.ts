import { findLinks } from "../markdown/links.ts";
import { posix } from "node:path";
import type { Operation } from "../types.ts";
import { parseBlocks } from "../bank/blocks.ts";
import { findListItems, lineBreakOf, removeLines } from "../bank/edit.ts";
import { groupBy } from "../bank/group-by.ts";
import { DOC_EXTENSION, LIMITS } from "../bank/layout.ts";
import { layoutOf } from "../bank/layouts.ts";
import { renderIndexRow } from "../bank/render-routes.ts";
import { isWithin } from "../markdown/lines.ts";
import { findTables } from "../markdown/tables.ts";
import { plainTitle } from "./plain-title.ts";
import { planEdit } from "./plan-edit.ts";
import type { PlanInput } from "./plan-input.ts";

export const INDEX = "index.md";
const IN_FOLDER_OF_DETAILS = /^(details\/[^/]+)\/(.+)$/;

/**
 * Folders of details that may have an index, with their other docs, relative to the folder. None in a bank of another
 * tool's layout, where only the entry is ours to change.
 */
export function findIndexedFolders(paths: readonly string[]) {
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

/** Docs of a folder that no row of its index links to, and rows whose linked docs of this folder are all gone. */
export function findIndexGaps(text: string, docs: readonly string[]) {
  const isVanished = (item: string) => {
    const linked = linkedDocs(item);
    return (
      linked.length > 0 && linked.every((doc) => !doc.startsWith("../") && !docs.includes(doc))
    );
  };
  const { user } = parseBlocks(text);
  const rows = findTables(text).flatMap((table) => (isWithin(user, table.from) ? [] : table.rows));
  const vanished = [
    ...findListItems(text).filter(({ content }) => isVanished(content)),
    ...rows.filter(({ from, to }) => isVanished(text.slice(from, to))),
  ].toSorted((a, b) => a.from - b.from);
  // Searched without the rows that will go, because their further lines may name other docs.
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

/** Makes the indexes that folders of details need, and updates the rows of existing ones. */
export function planIndexes(input: Pick<PlanInput, "bank" | "language">): Operation[] {
  const { bank, language } = input;
  return findIndexedFolders(bank.paths).flatMap(({ folder, docs, hasIndex }): Operation[] => {
    const path = `${folder}/${INDEX}`;
    if (!hasIndex) {
      if (docs.length <= LIMITS.docsWithoutIndex) return [];
      const name = plainTitle(posix.basename(folder)).replace(/^./, (sign) => sign.toUpperCase());
      const text = addRows(`# ${name || "?"} Router\n`, docs, folder, input);
      const { length } = docs;
      const reason = { en: `an index of ${length} docs`, zh: `${length} 篇文档的索引` }[language];
      return [{ kind: "create", path, text, reason }];
    }
    const before = bank.read(path);
    if (before === undefined) return [];
    const { missing, vanished } = findIndexGaps(before, docs);
    const text = addRows(removeLines(before, vanished), missing, folder, input);
    const reason = { en: "the index in step with its folder", zh: "索引与目录一致" }[language];
    return planEdit(bank, path, text, reason);
  });
}

/** Adds rows after the last item of a list, or at the end if there is no list, as in an index that is a table. */
function addRows(
  text: string,
  missing: readonly string[],
  folder: string,
  { bank, language }: Pick<PlanInput, "bank" | "language">,
): string {
  if (missing.length === 0) return text;
  const nameOf = (doc: string) =>
    plainTitle(bank.title(`${folder}/${doc}`)) || plainTitle(doc.replace(/\.md$/, "")) || "?";
  const lineBreak = lineBreakOf(text);
  const added = missing.map((doc) => `- ${renderIndexRow(language, nameOf(doc), doc)}`);
  const at = findListItems(text).at(-1)?.to;
  const edited =
    at === undefined
      ? [text.trimEnd(), "", ...added, ""].join(lineBreak)
      : text.slice(0, at) + lineBreak + added.join(lineBreak) + text.slice(at);
  // After an open fence or comment the rows would not count, and every run would add them again.
  const now = linkedDocs(edited);
  return missing.every((doc) => now.includes(doc)) ? edited : text;
}
