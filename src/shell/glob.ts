import { posix } from "node:path";
import { readBracket } from "../patterns/bracket.ts";
import { compileGlob, escapeGlob } from "../patterns/glob.ts";
import { isFolderNow, isThereNow, namesIn } from "./disk.ts";
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
  scope.spend(2 + pattern.length / 20);
  const untold = pattern.replaceAll(ACTIVE_ALL, UNKNOWN);
  if (!isKnown(pattern) || !isKnown(scope.cwd) || isElsewhere(pattern, scope)) return [untold];
  const search: Search = { scope, left: MOST_NAMES, isCut: false };
  let found: readonly string[] = [pattern.startsWith("/") ? "/" : ""];
  const segments = pattern.split("/").filter((segment) => segment !== "");
  for (const [index, segment] of segments.entries()) {
    found = nextLevel(found, segment, index === segments.length - 1, search);
    if (found.length === 0) break;
  }
  // `*/` stands for folders, and its slash stays.
  const kept = pattern.endsWith("/")
    ? found
        .filter((path) => isFolderNow(joinPath(scope.cwd, path), scope))
        .map((path) => `${path}/`)
    : found;
  if (search.isCut) return [...kept, untold];
  return kept.length > 0 ? kept.toSorted() : [toText(pattern)];
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
  const fits = isPattern ? toNameTest(segment, search) : undefined;
  const way = new Set(world.bank.split("/"));
  const telling: string[] = [];
  const others: string[] = [];
  for (const base of bases) {
    const isInBank = base.split("/").includes(posix.basename(world.bank));
    for (const name of namesFor(segment, fits, base, search)) {
      const isTelling = isInBank || way.has(name);
      const list = isTelling ? telling : others;
      if (list.length <= MOST_MATCHES) list.push(`${base}${name}`);
    }
  }
  if (telling.length + others.length > MOST_MATCHES) search.isCut = true;
  const next = [...telling, ...others].slice(0, MOST_MATCHES);
  search.scope.spend(next.length / 5);
  if (isLast) return next;
  const folders = isPattern
    ? next.filter((path) => isFolderNow(joinPath(cwd, path), search.scope))
    : next;
  return folders.map((path) => `${path}/`);
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

/** One that is too large might match any name. */
function toNameTest(segment: string, search: Search): NameTest {
  const { spend, variables } = search.scope;
  spend(segment.length / 2);
  const matcher = compileGlob(toGlob(segment), variables.has(optionMark("nocaseglob")));
  if (matcher === undefined) search.isCut = true;
  const showsHidden = segment.startsWith(".");
  return (name) =>
    (showsHidden || !name.startsWith(".")) && (matcher?.matches(name, spend) ?? true);
}

type NameTest = (name: string) => boolean;

function namesFor(
  segment: string,
  fits: NameTest | undefined,
  base: string,
  search: Search,
): readonly string[] {
  const { cwd, world } = search.scope;
  const isThere = (name: string) => isThereNow(joinPath(cwd, base + name), search.scope);
  // A plain segment after a pattern must be there, or there is no match; before the first one, the listing will show.
  if (fits === undefined) {
    const isBehind = base !== "" && base !== "/" && segment !== "." && segment !== "..";
    return !isBehind || isThere(segment) ? [segment] : [];
  }
  const listed =
    search.left > 0 ? namesIn(joinPath(cwd, base === "" ? "." : base), search.scope) : undefined;
  if (listed !== undefined) {
    search.left -= listed.length;
    search.scope.spend(listed.length / 5);
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
