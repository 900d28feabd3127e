import { toNameTest } from "../patterns/name-glob.ts";
import { type Scope, grow } from "./scope.ts";
import { UNKNOWN, isKnown, joinPath } from "./values.ts";

/** Marks inside a word that is being expanded: unquoted characters of a glob, and the places where the word is split. */
const STAR = "\uE000";
const ONE = "\uE001";
const SET = "\uE002";
export const BREAK = "\uE003";
export const OWN_MARKS = /[\0\uE000-\uE003]/g;
const IS_GLOB = /[\uE000-\uE002]/;

export function mark(text: string): string {
  return text.replaceAll("*", STAR).replaceAll("?", ONE).replaceAll("[", SET);
}

export function unmark(text: string): string {
  return text.replaceAll(STAR, "*").replaceAll(ONE, "?").replaceAll(SET, "[");
}

const MOST_NAMES = 500;

/** The names on disk that a marked word matches; the word itself if nothing matches. */
export function expandGlob(word: string, scope: Scope): readonly string[] {
  const { cwd, world } = scope;
  if (!IS_GLOB.test(word)) return [word];
  let found: readonly string[] = [word.startsWith("/") ? "/" : ""];
  for (const part of word.split("/").filter((each) => each !== "")) {
    const glob = unmark(part.replaceAll(/[\\*?[]/g, String.raw`\$&`));
    // Hidden names match only if the glob begins with a dot.
    const test = toNameTest(glob);
    const fits = (name: string) => (!name.startsWith(".") || part.startsWith(".")) && test(name);
    found = found.flatMap((start) => {
      const before = start === "" || start.endsWith("/") ? start : `${start}/`;
      if (!IS_GLOB.test(part)) return [before + part];
      const folder = joinPath(cwd, before);
      const names = isKnown(folder + part) ? world.list(folder) : undefined;
      grow(scope, 50 + (names?.length ?? 0) / 5);
      return names?.filter(fits).map((name) => before + name) ?? [before + UNKNOWN];
    });
    if (found.length > MOST_NAMES) return [(found[0] ?? "").replace(/[^/]*$/, UNKNOWN)];
  }
  const end = word.endsWith("/") ? "/" : "";
  const there = found.filter((path) => !isKnown(path) || world.isThere(joinPath(cwd, path)));
  if (there.length === 0) return [unmark(word)];
  return there.map((path) => path + end).toSorted();
}
