import type { Folder, FolderRole } from "./facts.ts";
import { toName } from "./plain-text.ts";
import type { ProjectView } from "./view.ts";

/** By role, in the order in which a newcomer looks. */
const ROLES: readonly (readonly [role: FolderRole, names: readonly string[]])[] = [
  ["source", ["src", "source", "app", "lib", "components", "routes", "resources"]],
  ["apps", ["apps", "applications"]],
  ["packages", ["packages", "crates", "libs", "modules", "pkg"]],
  ["services", ["services"]],
  ["server", ["server", "backend"]],
  ["api", ["api"]],
  ["client", ["client", "frontend", "web", "webapp", "ui", "www", "mobile"]],
  ["commands", ["cmd"]],
  ["internal", ["internal"]],
  ["tests", ["test", "tests", "spec", "specs", "__tests__", "e2e"]],
  ["docs", ["docs", "doc", "documentation", "document"]],
  ["database", ["migrations", "db", "database", "prisma"]],
  ["config", ["config", "conf", "configs"]],
  [
    "infrastructure",
    [
      "infra",
      "deploy",
      "deployment",
      "deployments",
      "k8s",
      "kubernetes",
      "helm",
      "charts",
      "chart",
      "terraform",
      "docker",
      "ansible",
    ],
  ],
  ["scripts", ["scripts", "script", "tools", "bin", "tasks"]],
  ["examples", ["examples", "example", "samples", "demo", "playground"]],
  ["benchmarks", ["bench", "benches", "benchmarks", "benchmark"]],
];
const MOST_FOLDERS = 20;
const MOST_PACKAGES = 12;

/**
 * Folders at the top that are worth routing to: known by name, named after the project, or packages,
 * which are declared as members or have a manifest of their own.
 */
export function findFolders(
  view: ProjectView,
  projectName: string | undefined,
  packages: ReadonlySet<string>,
): Folder[] {
  const top = view.matching(/^[^/]+\/$/).map((name) => name.slice(0, -1));
  const named = ROLES.flatMap(([role, names]) =>
    top
      .filter((name) => names.includes(name.toLowerCase()))
      .filter((name) => isWhatItSays(view, name, role))
      .toSorted((one, other) => names.indexOf(one) - names.indexOf(other))
      .map((path) => ({ path, role })),
  );
  const own = top
    .filter((name) => isNamedAfter(name, projectName))
    .map((path): Folder => ({ path, role: "source" }));
  const members = top
    .filter((name) => packages.has(name) && toName(name) !== undefined)
    .slice(0, MOST_PACKAGES)
    .map((path): Folder => ({ path, role: "package" }));
  const folders = new Map<string, Folder>();
  for (const folder of [...own, ...named, ...members]) {
    if (!folders.has(folder.path)) folders.set(folder.path, folder);
  }
  return [...folders.values()].slice(0, MOST_FOLDERS);
}

/** `pkg` and `db` mean something else in other projects: packaging, and the source of a database itself. */
function isWhatItSays(view: ProjectView, name: string, role: FolderRole): boolean {
  if (name === "pkg") return view.has("go.mod");
  if (role === "docs") return hasProse(view.at(`${name}/`));
  return name !== "db" || view.matching(/^db\/(?:migrat|schema|seeds|structure)/).length > 0;
}

const PROSE = /\.(?:mdx?|markdown|rst|adoc|asciidoc|txt|org|tex|html?|ipynb|[1-8])$|^[A-Z]+$/;
const CODE = /\.(?:go|rs|py|rb|php|java|kt|cs|c|cc|cpp|h|swift)$/;
const PICTURES =
  /^(?:images?|img|imgs|pics?|pictures|screenshots?|assets|static|media|figures|logos?)\/$/i;
const PAGES = /^(?:content|pages|source|manual|guides?|en|zh)\/$/;

/** Pages to read, and no pictures for the README or a package that makes docs. */
function hasProse(folder: ProjectView): boolean {
  const inside = folder.matching(/^[^/]+\/?$/);
  const count = (pattern: RegExp) => inside.filter((name) => pattern.test(name)).length;
  if (count(PROSE) > 0) return count(PROSE) * 2 >= count(CODE);
  const folders = inside.filter((name) => name.endsWith("/") && !PICTURES.test(name));
  return count(CODE) === 0 ? folders.length > 0 : folders.some((name) => PAGES.test(name));
}

/** `fastapi/` in FastAPI: Python and Ruby keep the source in a folder of the project's name. */
function isNamedAfter(folder: string, projectName: string | undefined): boolean {
  const fold = (name: string) => name.toLowerCase().replaceAll(/[-_.]/g, "");
  const name = projectName
    ?.replace(/^.*\//, "")
    .replace(/-(?:monorepo|root|parent|workspace)$/, "");
  return name !== undefined && fold(folder) === fold(name);
}
