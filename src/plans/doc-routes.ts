import type { Language } from "../types.ts";
import { foldersOf } from "../bank/doc-paths.ts";
import { BANK_FOLDER, DOC_EXTENSION, ENTRY, LEGACY, OLD_ENTRIES } from "../bank/layout.ts";
import { type GenericRoute, genericRoutes } from "../bank/render-routes.ts";
import { isCitable } from "../scan/plain-text.ts";
import { plainTitle } from "./plain-title.ts";

/** Docs that need no route: the entry itself, old entry files, the archive. */
const NOT_ROUTED = new Set<string>([ENTRY, ...OLD_ENTRIES, LEGACY]);
const INDEX = /(?:^|\/)index\.md$/;
const FOLDER_OF_DETAILS = /^details\/[^/]+\/(?=.)/;
/** What a route may end with and still lead to all docs of a folder. */
const FOLDER_TAIL = /(?:index\.md|\*{1,2}(?:\/\*{1,2})?(?:\.md)?)$/;
/** Characters that would end a path in a cell of the routing table, unless it stands in backticks. */
const NEEDS_QUOTES = /[\s,，、;；()（）[\]'“”]/;
/** With this many rows the table is long enough: only general routes are added to it then. */
const MOST_ROWS = 30;

/** A table without rows. */
export const NO_ROUTES = { routed: [], rows: 0 } as const;

export interface MissingRoutes {
  readonly routes: readonly GenericRoute[];
  /** Docs that would take the table past its bound, or whose names cannot stand in it. */
  readonly left: readonly string[];
}

/** Routes for the docs that nothing leads to: a general one where there is one, else one of their own. */
export function findMissingRoutes(
  docs: readonly string[],
  { routed, rows }: { readonly routed: readonly string[]; readonly rows: number },
  language: Language,
  titleOf: (doc: string) => string,
): MissingRoutes {
  const isRouted = makeCoverage(routed);
  const stray = docs.filter((doc) => wantsRoute(doc) && !isRouted(doc));
  const needed = new Set([...stray, ...stray.flatMap((doc) => FOLDER_OF_DETAILS.exec(doc) ?? [])]);
  const general = genericRoutes(language, (path) => needed.has(path));
  const isGeneral = makeCoverage(general.flatMap(({ paths }) => paths));
  const { places, left } = groupByFolder(stray.filter((doc) => !isGeneral(doc)));
  const room = Math.max(0, MOST_ROWS - rows - general.length);
  const own = places.slice(0, room).map((place) => ({
    intent: intentOf(place, place.endsWith("/") ? "" : titleOf(place), language),
    paths: [toRoutePath(place)],
  }));
  const dropped = makeCoverage(places.slice(room));
  return { routes: [...general, ...own], left: [...left, ...stray.filter(dropped)] };
}

export function wantsRoute(doc: string): boolean {
  return doc.endsWith(DOC_EXTENSION) && !NOT_ROUTED.has(doc) && !INDEX.test(doc);
}

/** Several docs in a folder of details share a route to it. */
function groupByFolder(docs: readonly string[]): { places: string[]; left: string[] } {
  const counts = new Map<string, number>();
  const folderOf = (doc: string) => FOLDER_OF_DETAILS.exec(doc)?.[0];
  for (const doc of docs) {
    const folder = folderOf(doc);
    if (folder !== undefined) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const places = new Set<string>();
  const left: string[] = [];
  for (const doc of docs) {
    const folder = folderOf(doc);
    const place = folder !== undefined && (counts.get(folder) ?? 0) > 1 ? folder : doc;
    if (canBeRouted(place)) places.add(place);
    else left.push(doc);
  }
  return { places: [...places], left };
}

/** Whether a route leads to a doc. One to a folder, or to its index, leads to all docs below it. */
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

/** The template says that `details/` is in the bank and that other paths start at the project's root. */
function toRoutePath(place: string): string {
  const path = place.startsWith("details/") ? place : `${BANK_FOLDER}/${place}`;
  return NEEDS_QUOTES.test(path) ? `\`${path}\`` : path;
}

function intentOf(place: string, title: string, language: Language): string {
  const name = plainTitle(title) || (place.match(/([^/]+?)(?:\.md|\/)$/)?.[1] ?? place);
  return { en: `know about ${name}`, zh: `了解 ${name}` }[language];
}
