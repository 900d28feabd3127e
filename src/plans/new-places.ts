import { posix } from "node:path";
import { foldersOf } from "../bank/doc-paths.ts";
import { ENTRY, LEGACY, OLD_ENTRIES } from "../bank/layout.ts";
import type { BankFiles } from "./plan-input.ts";

const NEW_PLACES: readonly (readonly [RegExp, string])[] = [
  [/^(tech|patterns|progress)\.md$/, "details/$1.md"],
  [/^docs\//, "details/design/"],
  [/^(requirements|learnings)\//, "details/$1/"],
];

export function isOldEntry(path: string): boolean {
  return OLD_ENTRIES.some((name) => name === path);
}

/** Where each file of an older layout goes. Where a place is taken, the file gets a name with `-legacy`. */
export function newPlaces(
  paths: readonly string[],
  /** Old entry files that are kept whole. */
  kept: readonly string[],
): ReadonlyMap<string, string> {
  const taken = new Set(paths);
  for (const path of paths) for (const folder of foldersOf(path)) taken.add(folder);
  const places = new Map<string, string>();
  for (const path of paths) {
    const moved = kept.includes(path) ? `details/${path.replace(/^_/, "")}` : byLayout(path);
    if (moved === path) continue;
    let to = moved;
    while (taken.has(to)) to = to.replace(/(\.\w+)?$/, "-legacy$1");
    taken.add(to);
    places.set(path, to);
  }
  return places;
}

function byLayout(path: string): string {
  const rule = NEW_PLACES.find(([pattern]) => pattern.test(path));
  return rule === undefined ? path : path.replace(rule[0], rule[1]);
}

/** Where a link to a file or folder of the old bank must lead; undefined where it led nowhere. */
export function makeNewPlaceOf(
  { name, paths }: Pick<BankFiles, "name" | "paths">,
  places: ReadonlyMap<string, string>,
  isInProject: (path: string) => boolean,
): (path: string) => string | undefined {
  const files = new Set(paths);
  const folders = new Set(paths.flatMap(foldersOf));
  const placeOf = (path: string) => {
    const moved = places.get(path);
    if (moved !== undefined) return moved;
    if (isOldEntry(path) && files.has(path)) return path === "_index.md" ? LEGACY : ENTRY;
    if (files.has(path)) return path;
    return folders.has(path) ? byLayout(`${path}/`).replace(/\/$/, "") : undefined;
  };
  return (target) => {
    const written = target.replace(/\/+$/, "");
    if (written === "." || written === "..") return written;
    const fromHome = posix.join(name, written);
    // A link may also lead out of the bank and back into it.
    if (!fromHome.startsWith(`${name}/`)) return isInProject(fromHome) ? written : undefined;
    const path = fromHome.slice(name.length + 1);
    const place = placeOf(path);
    return place === path ? written : place;
  };
}
