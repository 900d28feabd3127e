import type { Language } from "../../types.ts";
import { DOC_EXTENSION, ENTRY, LEGACY, OLD_ENTRIES } from "../layout.ts";
import { type GenericRoute, genericRoutes } from "../render-routes.ts";

/** Files that nobody is sent to on purpose. */
const NOT_ROUTED = new Set<string>([ENTRY, ...OLD_ENTRIES, LEGACY]);
const MOST_ROUTES_ADDED = 20;

export interface MissingRoutes {
  readonly routes: readonly GenericRoute[];
  /** Docs that would take the table past its bound. */
  readonly left: readonly string[];
}

/** Routes for the docs that nothing leads to: a general one where there is one, else one of their own. */
export function findMissingRoutes(
  docs: readonly string[],
  routed: readonly string[],
  language: Language,
  titleOf: (doc: string) => string,
): MissingRoutes {
  const isThere = (path: string) =>
    path.endsWith("/") ? docs.some((doc) => doc.startsWith(path)) : docs.includes(path);
  const general = genericRoutes(language, isThere).filter(({ paths }) =>
    paths.every((path) => !isRouted(path, routed)),
  );
  const covered = [...routed, ...general.flatMap(({ paths }) => paths)];
  const stray = docs.filter(
    (doc) => doc.endsWith(DOC_EXTENSION) && !NOT_ROUTED.has(doc) && !isRouted(doc, covered),
  );
  const own = stray
    .slice(0, MOST_ROUTES_ADDED)
    .map((doc) => ({ intent: intentOf(doc, titleOf(doc), language), paths: [doc] }));
  return { routes: [...general, ...own], left: stray.slice(MOST_ROUTES_ADDED) };
}

/** A route to a folder, or to its index, leads to all docs below it. */
export function isRouted(path: string, routed: readonly string[]): boolean {
  return routed.some((route) => {
    if (route === path || (route.endsWith("/") && path.startsWith(route))) return true;
    const folder = route.replace(/(?:index\.md|\*\*?(?:\/\*)?(?:\.md)?)$/, "");
    return folder !== route && folder.endsWith("/") && path.startsWith(folder);
  });
}

function intentOf(doc: string, title: string, language: Language): string {
  const name = title || (doc.split("/").at(-1) ?? doc).replace(/\.md$/, "");
  return language === "zh" ? `了解 ${name}` : `know about ${name}`;
}
