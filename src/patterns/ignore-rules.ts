import { type Matcher, toMatcher } from "./automaton.ts";
import { parsePathGlob } from "./path-glob.ts";
import { type Pattern, choice } from "./pattern.ts";

/** Rules in a row that all ignore, or all take back. */
interface Group {
  readonly isIgnoring: boolean;
  readonly any: Pattern[];
  /** Of rules that end in a slash. */
  readonly folders: Pattern[];
}

/** What git ignores by the lines of its rule files, ignoring letter case; a folder's path ends in `/`. */
export function parseIgnoreRules(text: string): (path: string) => boolean {
  const groups: Group[] = [];
  for (const line of text.split(/\r?\n/)) addRule(line, groups);
  const tests = groups.toReversed().map(({ isIgnoring, any, folders }) => {
    const [all, onlyFolders] = [any, folders].map(compile);
    const matches = (path: string, isFolder: boolean) =>
      all?.matches(path) === true || (isFolder && onlyFolders?.matches(path) === true);
    return { isIgnoring, matches };
  });
  const isIgnored = (path: string, isFolder: boolean) =>
    tests.find(({ matches }) => matches(path, isFolder))?.isIgnoring === true;
  return (path) => {
    const parts = path.replace(/\/$/, "").split("/");
    // What is in an ignored folder cannot be taken back.
    return parts.some((_, index) => {
      const isLast = index === parts.length - 1;
      return isIgnored(parts.slice(0, index + 1).join("/"), !isLast || path.endsWith("/"));
    });
  };
}

function addRule(line: string, groups: Group[]): void {
  // Blanks at the end do not count, unless a backslash stands before the last of them.
  const trimmed = line.trimEnd();
  const rule = trimmed.endsWith("\\") && trimmed.length < line.length ? `${trimmed} ` : trimmed;
  if (rule === "" || rule.startsWith("#")) return;
  const isIgnoring = !rule.startsWith("!");
  const written = isIgnoring ? rule : rule.slice(1);
  const isFolder = written.endsWith("/");
  const path = isFolder ? written.slice(0, -1) : written;
  if (path === "") return;
  const last = groups.at(-1);
  const group = last?.isIgnoring === isIgnoring ? last : { isIgnoring, any: [], folders: [] };
  if (group !== last) groups.push(group);
  group[isFolder ? "folders" : "any"].push(parsePathGlob(toPathGlob(path), true));
}

/** Without a slash inside, a rule holds at every depth. Braces and parentheses stand for themselves. */
function toPathGlob(path: string): string {
  const placed = path.includes("/") ? path.replace(/^\//, "") : `**/${path}`;
  const inside = placed.endsWith("/**") ? `${placed}/*` : placed;
  return inside.replaceAll(/\\.|[{}()]/g, (sign) => (sign.length > 1 ? sign : `\\${sign}`));
}

function compile(patterns: readonly Pattern[]): Matcher | undefined {
  return patterns.length === 0 ? undefined : toMatcher(choice(patterns));
}
