import type { Scope } from "./scope.ts";
import { UNKNOWN, isKnown, joinPath } from "./value.ts";

/** Glob characters that quoting has not switched off, as private characters that no file name has. */
export const STAR = "\u{e001}";
export const ANY = "\u{e002}";
/** Stands before a `[` that opens a bracket expression. */
export const BRACKET = "\u{e003}";

const ACTIVE = /[\u{e001}-\u{e003}]/u;
const ACTIVE_ALL = /[\u{e001}-\u{e003}]/gu;
const MOST_MATCHES = 400;

/** Switches glob characters on, for text that came from an unquoted variable. */
export function activateGlobs(text: string): string {
  return text.replaceAll("*", STAR).replaceAll("?", ANY).replaceAll("[", `${BRACKET}[`);
}

/** The files that a pattern stands for; without a match, as in the shell, the pattern itself. */
export function expandGlob(pattern: string, scope: Scope): string[] {
  if (!ACTIVE.test(pattern)) return [pattern];
  if (!isKnown(pattern) || !isKnown(scope.cwd)) return [pattern.replaceAll(ACTIVE_ALL, UNKNOWN)];
  if (isElsewhere(pattern, scope)) return [pattern.replaceAll(ACTIVE_ALL, UNKNOWN)];
  const isAbsolute = pattern.startsWith("/");
  let found = [isAbsolute ? "/" : ""];
  const segments = pattern.split("/").filter((segment) => segment !== "");
  segments.forEach((segment, index) => {
    const isLast = index === segments.length - 1;
    const next: string[] = [];
    for (const base of found) {
      for (const name of namesFor(segment, base, scope)) {
        const path = `${base}${name}`;
        if (!isLast && ACTIVE.test(segment) && !scope.world.isFolder(joinPath(scope.cwd, path)))
          continue;
        next.push(isLast ? path : `${path}/`);
      }
    }
    found = next.slice(0, MOST_MATCHES);
  });
  // `*/` stands for folders, and its slash stays.
  const kept = pattern.endsWith("/")
    ? found
        .filter((path) => scope.world.isFolder(joinPath(scope.cwd, path)))
        .map((path) => `${path}/`)
    : found;
  return kept.length > 0 ? kept : [toText(pattern)];
}

/** Neither in the project nor in a folder above it: the bank cannot be among the matches, so nothing is listed. */
function isElsewhere(pattern: string, { cwd, world }: Scope): boolean {
  const fixed = pattern.slice(0, pattern.search(ACTIVE));
  const path = joinPath(cwd, fixed.slice(0, fixed.lastIndexOf("/") + 1) || ".");
  const folder = path.endsWith("/") ? path : `${path}/`;
  if (folder.includes("/../")) return false;
  const isInside = folder.startsWith(`${world.root}/`) || folder.startsWith(`${world.bank}/`);
  return !isInside && !`${world.root}/`.startsWith(folder) && !`${world.bank}/`.startsWith(folder);
}

/** The pattern with its glob characters as text. */
export function toText(pattern: string): string {
  return pattern.replaceAll(STAR, "*").replaceAll(ANY, "?").replaceAll(BRACKET, "");
}

function namesFor(segment: string, base: string, scope: Scope): readonly string[] {
  // A plain segment after a pattern must be there, or there is no match; before the first one, the listing will show.
  if (!ACTIVE.test(segment)) {
    const isBehind = base !== "" && base !== "/" && segment !== "." && segment !== "..";
    return !isBehind || scope.world.isThere(joinPath(scope.cwd, base + segment)) ? [segment] : [];
  }
  const matches = toRegExp(segment);
  const showsHidden = segment.startsWith(".");
  return scope.world
    .list(joinPath(scope.cwd, base === "" ? "." : base))
    .filter((name) => (showsHidden || !name.startsWith(".")) && matches.test(name));
}

/** One segment of a glob, for names without `/`. */
function toRegExp(segment: string): RegExp {
  let source = "";
  for (let at = 0; at < segment.length; at++) {
    const character = segment[at] ?? "";
    if (character === STAR) source += ".*";
    else if (character === ANY) source += ".";
    else if (character === BRACKET) {
      const end = segment.indexOf("]", at + 3);
      if (end === -1) continue;
      const body = segment.slice(at + 2, end).replaceAll("\\", "\\\\");
      source += `[${body.startsWith("!") ? `^${body.slice(1)}` : body}]`;
      at = end;
    } else source += escapeRegExp(character);
  }
  return compile(`^${source}$`);
}

/** A glob as `find -name` and git take it: given as text, matched against a whole name or path. */
export function matchesGlob(glob: string, text: string, isCaseInsensitive = false): boolean {
  const pattern = toRegExp(activateGlobs(glob)).source;
  return compile(pattern.replaceAll(".*", "[^]*"), isCaseInsensitive ? "i" : "").test(text);
}

function compile(source: string, flags = ""): RegExp {
  try {
    return new RegExp(source, flags);
  } catch {
    // A bracket expression that only a shell understands: it might match anything.
    return /^/;
  }
}

function escapeRegExp(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
