import { posix } from "node:path";
import { foldersOf, insideBank } from "../bank/doc-paths.ts";
import { DETAILS_FOLDERS } from "../bank/layout.ts";
import type { Doc } from "../bank/parse.ts";
import type { Route } from "../bank/routes.ts";
import { decodePercent, findLinks } from "../markdown/links.ts";

/** The targets of a route, as paths inside the bank where they are in the bank. */
export function routedDocs({ paths }: Route, bankName: string): string[] {
  return paths.map(({ path }) => toDoc(decodePercent(path), bankName));
}

/** Places of the bank that the entry links to. A link counts as a route: a folder's leads to all docs below the folder. */
export function linkedPlaces({ text }: Doc, bankName: string): string[] {
  return findLinks(text).flatMap(({ path }) => {
    const place = posix.join(bankName, path).replace(/\/+$/, "");
    if (!place.startsWith(`${bankName}/`)) return [];
    const doc = place.slice(bankName.length + 1);
    // A link to all of `details` does not lead to a particular doc.
    return doc === "details" ? [] : [doc, `${doc}/`];
  });
}

/**
 * Returns whether a path leads to something: from the bank, from its folder as links do, or from the project's root. A
 * folder of our layout that does not exist yet counts, because it is made with its first doc.
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

/** Whether it is certainly a path: `Node.js` only looks like a file, and `~/x` or `*.ts` is not a file of the project. */
export function isCertain(path: string): boolean {
  return (path.includes("/") || path.endsWith(".md")) && !/^[/~]|[*{}<>\\$]/.test(path);
}

/** The path inside the bank: routes name docs with or without the bank's folder before them. */
function toDoc(path: string, bankName: string): string {
  return insideBank(path.replace(/^\.\//, ""), bankName);
}
