import type { Folder, FolderRole } from "./facts.ts";
import type { ProjectView } from "./view.ts";

/** Names of folders that are worth a route. */
const NAMES: readonly (readonly [FolderRole, RegExp])[] = [
  ["ci", /^\.github\/workflows\/$/],
  ["docs", /^(?:docs?|documentation)\/$/i],
  ["packages", /^(?:packages|crates|libs|modules)\/$/],
  ["apps", /^(?:apps|applications)\/$/],
  ["infrastructure", /^(?:infra|infrastructure|deploy|deployments?|k8s|terraform|helm|ansible)\/$/],
  ["database", /^(?:migrations|prisma|database)\/$/],
];
const PROSE = /\.(?:mdx?|markdown|rst|adoc|txt|html?)$|^(?:guides?|pages|content|en|zh)\/$/;

/** One folder for each role. Docs hold pages, and not only pictures for the README. */
export function findFolders(view: ProjectView): Folder[] {
  return NAMES.flatMap(([role, pattern]) => {
    const found = view
      .matching(pattern)
      .find((name) => role !== "docs" || view.at(name).matching(PROSE).length > 0);
    return found === undefined ? [] : [{ path: found.slice(0, -1), role }];
  });
}
