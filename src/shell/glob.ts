import { posix } from "node:path";
import { readBracket } from "../patterns/bracket.ts";
import { compileGlob, escapeGlob } from "../patterns/glob.ts";
import { type Scope, optionMark } from "./scope.ts";
import { UNKNOWN, isKnown, joinPath } from "./value.ts";

/** Glob characters that quoting has not switched off, as private characters that no file name has. */
export const STAR = "\u{e001}";
export const ANY = "\u{e002}";
/** Stands before a `[` that opens a bracket expression. */
export const BRACKET = "\u{e003}";

const ACTIVE = /[\u{e001}-\u{e003}]/u;
const ACTIVE_ALL = /[\u{e001}-\u{e003}]/gu;
const MOST_MATCHES = 400;
const MOST_NAMES = 20_000;

/** Switches glob characters on, for text that came from an unquoted variable. */
export function activateGlobs(text: string): string {
  return text.replaceAll("*", STAR).replaceAll("?", ANY).replaceAll("[", `${BRACKET}[`);
}

/**
 * The files that a pattern stands for; without a match, as in the shell, the pattern itself. Of very
 * many matches those on the way to the bank are kept, and what the others are cannot be told.
 */
export function expandGlob(pattern: string, scope: Scope): string[] {
  if (!ACTIVE.test(pattern)) return [pattern];
  const untold = pattern.replaceAll(ACTIVE_ALL, UNKNOWN);
  if (!isKnown(pattern) || !isKnown(scope.cwd) || isElsewhere(pattern, scope)) return [untold];
  const search: Search = { scope, left: MOST_NAMES, isCut: false };
  let found: readonly string[] = [pattern.startsWith("/") ? "/" : ""];
  const segments = pattern.split("/").filter((segment) => segment !== "");
  for (const [index, segment] of segments.entries()) {
    found = nextLevel(found, segment, index === segments.length - 1, search);
  }
  // `*/` stands for folders, and its slash stays.
  const kept = pattern.endsWith("/")
    ? found
        .filter((path) => scope.world.isFolder(joinPath(scope.cwd, path)))
        .map((path) => `${path}/`)
    : found;
  if (search.isCut) return [...kept, untold];
  return kept.length > 0 ? [...kept] : [toText(pattern)];
}

/** What is left of the names that may be looked at. */
interface Search {
  readonly scope: Scope;
  left: number;
  isCut: boolean;
}

function nextLevel(
  bases: readonly string[],
  segment: string,
  isLast: boolean,
  search: Search,
): readonly string[] {
  const { cwd, world } = search.scope;
  const isPattern = ACTIVE.test(segment);
  const next: string[] = [];
  for (const base of bases) {
    for (const name of namesFor(segment, base, search)) {
      const path = `${base}${name}`;
      if (!isLast && isPattern && !world.isFolder(joinPath(cwd, path))) continue;
      next.push(isLast ? path : `${path}/`);
    }
  }
  const [telling, others] = partition(next, (path) => leadsToBank(path, search.scope));
  if (next.length > MOST_MATCHES) search.isCut = true;
  // In the order of the shell, unless some must be left out or looked at first.
  return isLast && next.length <= MOST_MATCHES
    ? next
    : [...telling, ...others].slice(0, MOST_MATCHES);
}

/** Whether a match is the bank, holds it, is in it, or has its name. */
function leadsToBank(path: string, { cwd, world: { bank } }: Scope): boolean {
  const place = posix.normalize(`${joinPath(cwd, path)}/`);
  if (`${bank}/`.startsWith(place) || place.startsWith(`${bank}/`)) return true;
  return path.split("/").includes(posix.basename(bank));
}

function partition<Item>(
  items: readonly Item[],
  test: (item: Item) => boolean,
): readonly [readonly Item[], readonly Item[]] {
  const isIn = items.map(test);
  return [items.filter((_, index) => isIn[index]), items.filter((_, index) => !isIn[index])];
}

/** Neither in the project nor in a folder above it: nothing that matters can be among the matches, so nothing is listed. */
function isElsewhere(pattern: string, { cwd, world }: Scope): boolean {
  const fixed = pattern.slice(0, pattern.search(ACTIVE));
  const path = joinPath(cwd, fixed.slice(0, fixed.lastIndexOf("/") + 1) || ".");
  const folder = path.endsWith("/") ? path : `${path}/`;
  if (folder.includes("/../")) return false;
  const places = [world.root, world.bank, ...(world.guarded ?? [])].map((place) => `${place}/`);
  return !places.some((place) => folder.startsWith(place) || place.startsWith(folder));
}

/** The pattern with its glob characters as text. */
export function toText(pattern: string): string {
  return pattern.replaceAll(STAR, "*").replaceAll(ANY, "?").replaceAll(BRACKET, "");
}

function namesFor(segment: string, base: string, search: Search): readonly string[] {
  const { cwd, world } = search.scope;
  const isThere = (name: string) => world.isThere(joinPath(cwd, base + name));
  // A plain segment after a pattern must be there, or there is no match; before the first one, the listing will show.
  if (!ACTIVE.test(segment)) {
    const isBehind = base !== "" && base !== "/" && segment !== "." && segment !== "..";
    return !isBehind || isThere(segment) ? [segment] : [];
  }
  const ignoresCase = search.scope.variables.has(optionMark("nocaseglob"));
  const matcher = compileGlob(toGlob(segment), ignoresCase);
  if (matcher === undefined) search.isCut = true;
  const showsHidden = segment.startsWith(".");
  const fits = (name: string) =>
    (showsHidden || !name.startsWith(".")) && (matcher?.matches(name) ?? true);
  const listed = search.left > 0 ? world.list(joinPath(cwd, base === "" ? "." : base)) : undefined;
  if (listed !== undefined) {
    search.left -= listed.length;
    return listed.filter(fits);
  }
  // Too many to be looked at: only the names on the way to the bank are.
  search.isCut = true;
  const way = new Set(world.bank.split("/"));
  return [...way].filter((name) => name !== "" && fits(name) && isThere(name));
}

/** One segment of a word as a glob in its plain notation. */
function toGlob(segment: string): string {
  return segment
    .split(/([\u{e001}-\u{e003}])/u)
    .map((part, index, parts) => {
      if (part === STAR) return "*";
      if (part === ANY) return "?";
      // What stands behind the mark is a bracket expression, and then text.
      if (parts[index - 1] !== BRACKET) return part === BRACKET ? "" : escapeGlob(part);
      const end = readBracket(part, 0, { hasEscapes: true, ignoresCase: false })?.end;
      return end === undefined ? part : part.slice(0, end) + escapeGlob(part.slice(end));
    })
    .join("");
}

/** A glob as `find -name` and git take it, for a whole name or path; undefined where it cannot be told. */
export function toGlobTest(
  glob: string,
  ignoresCase = false,
): (text: string) => boolean | undefined {
  const matcher = isKnown(glob) ? compileGlob(glob, ignoresCase) : undefined;
  return (text) => matcher?.matches(text);
}
