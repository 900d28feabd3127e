import { posix } from "node:path";
import { foldersOf, insideBank } from "../bank/doc-paths.ts";
import { DETAILS_FOLDERS } from "../bank/layout.ts";
import type { Doc } from "../bank/parse.ts";
import type { Route } from "../bank/routes.ts";
import { decodePercent, findLinks } from "../markdown/links.ts";

/** What a route leads to, as paths inside the bank where it leads there. */
export function routedDocs({ paths }: Route, bankName: string): string[] {
  return paths.map(({ path }) => toDoc(decodePercent(path), bankName));
}

/** Places of the bank that the entry links to. Such a link leads as a route does: one to a folder to all docs below it. */
export function linkedPlaces({ text }: Doc, bankName: string): string[] {
  return findLinks(text).flatMap(({ path }) => {
    const place = posix.join(bankName, path).replace(/\/+$/, "");
    if (!place.startsWith(`${bankName}/`)) return [];
    const doc = place.slice(bankName.length + 1);
    // All details at once are no way to one of them.
    return doc === "details" ? [] : [doc, `${doc}/`];
  });
}

/**
 * Whether a path leads to something: from the bank, from its folder as links do, or from the project's root. A folder
 * that the layout has is made with its first doc: a route to it is right before that.
 */
export function makeRouteLookup(
  { name, paths }: { readonly name: string; readonly paths: readonly string[] },
  isInProject: (path: string) => boolean,
): (written: string) => boolean {
  const known = new Set(paths.flatMap((path) => [path, ...foldersOf(path)]));
  const toCome = new Set(DETAILS_FOLDERS.filter((folder) => !known.has(folder.slice(0, -1))));
  return (written: string): boolean =>
    [written, decodePercent(written)].some((path) => {
      const doc = toDoc(path, name);
      if (known.has(doc.replace(/\/+$/, ""))) return true;
      if (toCome.has(`${doc.replace(/(?:\/index\.md|\/+)$/, "")}/`)) return true;
      if (path.startsWith(`${name}/`)) return false;
      return isInProject(path.startsWith("../") ? posix.join(name, path) : path);
    });
}

/** Whether it is surely a path: `Node.js` looks like a file too, and `~/x` or `*.ts` name no file of the project. */
export function isCertain(path: string): boolean {
  return (path.includes("/") || path.endsWith(".md")) && !/^[/~]|[*{}<>\\$]/.test(path);
}

/** Routes name docs from the bank, or with the bank's folder before them. */
function toDoc(path: string, bankName: string): string {
  return insideBank(path.replace(/^\.\//, ""), bankName);
}
