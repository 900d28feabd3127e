import { posix } from "node:path";
import type { Operation } from "../types.ts";
import { foldersOf } from "../bank/doc-paths.ts";
import { DOC_EXTENSION, ENTRY, LEGACY, OLD_ENTRIES } from "../bank/layout.ts";
import { composeEntry } from "./compose-entry.ts";
import { describeNotText, entryReason } from "./plan-docs.ts";
import { planEdit } from "./plan-edit.ts";
import type { BankFiles, PlanInput, Planned } from "./plan-input.ts";
import { planLegacy } from "./plan-legacy.ts";
import { relink } from "./relink.ts";

const NEW_PLACES: readonly (readonly [RegExp, string])[] = [
  [/^(tech|patterns|progress)\.md$/, "details/$1.md"],
  [/^docs\//, "details/design/"],
  [/^(requirements|learnings)\//, "details/$1/"],
];

/** Turns a bank of the older layout into one entry and details. Every line of the old files is in the new bank. */
export function planMigrate(input: PlanInput): Planned {
  const { bank, language } = input;
  const old = OLD_ENTRIES.filter((name) => bank.paths.includes(name));
  const places = newPlaces(bank.paths);
  const newPlaceOf = makeNewPlaceOf(bank, places, input.isInProject);
  const docs = bank.paths
    .filter((path) => !isOldEntry(path))
    .map((path) => places.get(path) ?? path)
    .toSorted();
  const unreadable = old.find((name) => bank.read(name) === undefined);
  if (unreadable !== undefined) {
    const problem = describeNotText(`${bank.name}/${unreadable}`)[language];
    return { kind: "abort", flow: "migrate", problem };
  }
  const entry = composeEntry(input, { docs, places, old, newPlaceOf });
  const reason = { en: "its text is in the new bank", zh: "内容已并入新的记忆库" }[language];
  const operations: Operation[] = [
    { kind: "create", path: ENTRY, text: entry.text, reason: entryReason(input) },
    ...planMoves(input, places, newPlaceOf),
    ...planLegacy(input, entry.leftover, entry.lineBreak),
    ...old.map((path): Operation => ({ kind: "remove", path, before: bank.hash(path), reason })),
  ];
  return { kind: "plan", flow: "migrate", operations, notes: [] };
}

function isOldEntry(path: string): boolean {
  return OLD_ENTRIES.some((name) => name === path);
}

/** The new path of each file that moves. If the path is taken, the file gets a name with `-legacy`. */
function newPlaces(paths: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set(paths.flatMap((path) => [path, ...foldersOf(path)]));
  const places = new Map<string, string>();
  for (const path of paths) {
    let to = byLayout(path);
    if (to === path) continue;
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

/** Returns where a link to a file or folder of the old bank must lead; undefined if it led nowhere. */
function makeNewPlaceOf(
  { name, paths }: Pick<BankFiles, "name" | "paths">,
  places: ReadonlyMap<string, string>,
  isInProject: (path: string) => boolean,
): (path: string) => string | undefined {
  const files = new Set(paths);
  const folders = new Set(paths.flatMap(foldersOf));
  const placeOf = (path: string) => {
    if (isOldEntry(path) && files.has(path)) return path === "_index.md" ? LEGACY : ENTRY;
    if (files.has(path)) return places.get(path) ?? path;
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

/** Moves files, and corrects links in docs that stay. */
function planMoves(
  { bank, language }: PlanInput,
  places: ReadonlyMap<string, string>,
  newPlaceOf: (path: string) => string | undefined,
): Operation[] {
  const moved = { en: "its place in the new layout", zh: "新的位置" }[language];
  const linking = { en: "links to what has moved", zh: "链接指向新的位置" }[language];
  return bank.paths.flatMap((path): Operation[] => {
    if (isOldEntry(path)) return [];
    const to = places.get(path) ?? path;
    const before = path.endsWith(DOC_EXTENSION) ? bank.read(path) : undefined;
    const linked = before === undefined ? undefined : relink(before, path, to, newPlaceOf);
    if (to === path) return linked === undefined ? [] : planEdit(bank, path, linked, linking);
    const text = linked === before ? undefined : linked;
    return [{ kind: "move", path, to, before: bank.hash(path), text, reason: moved }];
  });
}
