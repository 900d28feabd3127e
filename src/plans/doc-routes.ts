import type { Language } from "../types.ts";
import { foldersOf, shownPath } from "../bank/doc-paths.ts";
import { groupBy } from "../bank/group-by.ts";
import { DOC_EXTENSION, ENTRY, LEGACY } from "../bank/layout.ts";
import { oldEntriesIn } from "../bank/layouts.ts";
import { type GenericRoute, roleRoutes } from "../bank/render-routes.ts";
import { playersOf } from "../bank/roles.ts";
import { isCitable } from "../scan/plain-text.ts";
import type { BankFiles } from "./plan-input.ts";
import { plainTitle } from "./plain-title.ts";

const INDEX = /(?:^|\/)_?index\.md$/i;
/** The folder whose docs share a route: below the bank, its details, or a folder that holds the whole bank. */
const SHARED_FOLDER = /^(?:(?:details|core)\/)?[^/]+\/(?=.)/i;
const UNSHARED = /^(?:details|core)\/$/i;
/** What may end a route that leads to all docs of a folder. */
const FOLDER_TAIL = /(?:(?:readme|_?index)\.md|\*{1,2}(?:\/\*{1,2})?(?:\.md)?)$/i;
/** Characters that would end a path in a cell of the routing table, unless the path is in backticks. */
const NEEDS_QUOTES = /[\s,，、;；()（）[\]'“”]/;
/** If a table has this many rows, only general routes are added to it. */
const MOST_ROWS = 30;

/**
 * Routes for the docs that no route leads to: by a doc's role if no other route covers that role, then one
 * per folder, then one per doc.
 */
export function findMissingRoutes(
  docs: readonly string[],
  { routed, rows }: { readonly routed: readonly string[]; readonly rows: number },
  { name, title }: Pick<BankFiles, "name" | "title">,
  language: Language,
): GenericRoute[] {
  const isRouted = makeCoverage(routed);
  const wanted = docsToRoute(docs);
  const stray = wanted.filter((doc) => !isRouted(doc));
  const general = roleRoutes(language, (roles) => {
    const players = (docs: readonly string[]) => roles.flatMap((role) => playersOf(role, docs));
    return players(wanted).some(isRouted) ? [] : players(stray).filter(canBeRouted);
  });
  const isGeneral = makeCoverage(general.flatMap(({ paths }) => paths));
  const own = groupByFolder(stray.filter((doc) => !isGeneral(doc)))
    .filter(canBeRouted)
    .slice(0, Math.max(0, MOST_ROWS - rows - general.length))
    .map((place) => toOwnRoute(place, language, title));
  return [...general, ...own].map(({ intent, paths }) => ({
    intent,
    paths: paths.map((path) => toRoutePath(path, name)),
  }));
}

/** All docs except the entry itself, the archive, indexes, and the entry files of our older layout. */
export function docsToRoute(paths: readonly string[]): string[] {
  const unrouted = new Set<string>([ENTRY, LEGACY, ...oldEntriesIn(paths)]);
  return paths.filter(
    (path) => path.endsWith(DOC_EXTENSION) && !unrouted.has(path) && !INDEX.test(path),
  );
}

/** Docs of a folder share a route to it if there are several. Folders come first. */
function groupByFolder(docs: readonly string[]): string[] {
  const folderOf = (doc: string) => {
    const folder = SHARED_FOLDER.exec(doc)?.[0];
    return folder === undefined || UNSHARED.test(folder) ? doc : folder;
  };
  const places = [...groupBy(docs, folderOf)].map(([folder, [first = folder, ...others]]) =>
    others.length > 0 ? folder : first,
  );
  const isFolder = (place: string) => place.endsWith("/");
  return [...places.filter(isFolder), ...places.filter((place) => !isFolder(place))];
}

/** Returns whether a route leads to a doc. A route to a folder, or to a folder's index, leads to all docs below it. */
export function makeCoverage(routed: readonly string[]): (doc: string) => boolean {
  const files = new Set(routed);
  const folders = new Set(
    routed.flatMap((route) => {
      const folder = route.replace(FOLDER_TAIL, "");
      return folder.endsWith("/") ? [folder] : [];
    }),
  );
  return (doc) => files.has(doc) || foldersOf(doc).some((folder) => folders.has(`${folder}/`));
}

function canBeRouted(place: string): boolean {
  return isCitable(place) && !/[#?*{}:]/.test(place) && place === place.trim();
}

function toOwnRoute(
  path: string,
  language: Language,
  titleOf: (doc: string) => string,
): GenericRoute {
  const title = path.endsWith("/") ? "" : plainTitle(titleOf(path));
  const name = title || plainTitle(path.replace(/\.md$|\/$/, "").replace(/.*\//, ""));
  return { intent: { en: `know about ${name}`, zh: `了解 ${name}` }[language], paths: [path] };
}

/** The template says that `details/` is in the bank, and that other paths start at the project's root. */
function toRoutePath(place: string, bankName: string): string {
  const path = place.startsWith("details/") ? place : shownPath(bankName, place);
  return NEEDS_QUOTES.test(path) ? `\`${path}\`` : path;
}
