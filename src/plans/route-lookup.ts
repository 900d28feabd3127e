import { BANK_FOLDER, OLD_ROUTING, SECTION } from "../bank/layout.ts";
import type { Doc, DocSection } from "../bank/parse.ts";
import type { Route } from "../bank/routes.ts";

/** The sections that lead to docs. An old routing by topic counts only where no newer one supersedes it. */
export function findRouting(doc: Doc): DocSection[] {
  const named = (name: string) =>
    doc.sections.filter(({ heading, owner }) => heading === name && owner !== "user");
  const current = named(SECTION.routing);
  return current.length > 0 ? current : named(OLD_ROUTING);
}

/** What a route leads to, as paths inside the bank where it leads there. */
export function routedDocs({ paths }: Route): string[] {
  return paths.map(({ path }) => toDoc(decode(path)));
}

/** Whether a path leads to something: from the bank, from its folder as links do, or from the project's root. */
export function makeRouteLookup(
  paths: readonly string[],
  isInProject: (path: string) => boolean,
): (written: string) => boolean {
  const known = new Set(paths);
  for (const path of paths) {
    for (let at = path.indexOf("/"); at > 0; at = path.indexOf("/", at + 1)) {
      known.add(path.slice(0, at));
    }
  }
  return (written: string): boolean =>
    [written, decode(written)].some((path) => {
      if (known.has(toDoc(path).replace(/\/+$/, ""))) return true;
      if (path.startsWith(`${BANK_FOLDER}/`)) return false;
      return isInProject(path.replace(/^\.\.\//, ""));
    });
}

/** Routes name docs from the bank, or with the bank's folder before them. */
function toDoc(path: string): string {
  const plain = path.replace(/^\.\//, "");
  return plain.startsWith(`${BANK_FOLDER}/`) ? plain.slice(BANK_FOLDER.length + 1) : plain;
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
