import { findLinks } from "../markdown/links.ts";
import type { ScannedFile } from "./facts.ts";

/** Where projects keep their own rules, the most important first; of each row the first file found counts. */
const PLACES: readonly RegExp[] = [
  /^(?:\.github\/|docs?\/)?contributing\.(?:md|rst|adoc)$/i,
  /^agents\.md$/i,
  /^(?:\.claude\/)?claude\.md$/i,
  /^\.cursor\/rules\/$|^\.cursorrules$/,
  /^(?:memory-bank\/)?\.clinerules\/?$/,
  /^\.ai\/rules\.md$/,
];
const STYLE_GUIDE =
  /(?:style|coding|code|commit)[-_ ]?(?:guide|style|standards?|conventions?|guidelines?)|(?:^|\/)conventions?\.md|开发规范|编码规范|代码规范/i;
const MOST = 3;
/** The folder in which Cursor's memory bank keeps some fifty files about its own modes: no rules of the project. */
export const TOOL_RULES = "isolation_rules";
/** A file that only includes another one, as Claude Code allows. */
const IMPORT_ONLY = /^\s*@(\S+)\s*$/;

/** Files that a scan has to read to know what the rules are. */
export function chooseRuleFiles(names: readonly string[]): string[] {
  return PLACES.flatMap((place) => {
    const found = names.filter((name) => place.test(name));
    return found.toSorted((one, other) => one.length - other.length).slice(0, 1);
  });
}

/** Rule files that have text, and the style guides that the README names; a folder ends in `/`. */
export function findRuleFiles(
  names: readonly string[],
  texts: readonly ScannedFile[],
  readme: string,
): string[] {
  const textOf = new Map(texts.map(({ path, text }) => [path, text.trim()]));
  const seen = new Set<string>();
  const own = chooseRuleFiles(names).filter((path) => {
    if (path.endsWith("/")) return holdsRules(path, names);
    const text = textOf.get(path);
    // The same text under two names, often by a link, counts once.
    if (text === undefined || text === "" || IMPORT_ONLY.test(text) || seen.has(text)) return false;
    seen.add(text);
    return true;
  });
  return [...new Set([...own, ...findStyleGuides(names, readme)])].slice(0, MOST);
}

function holdsRules(folder: string, names: readonly string[]): boolean {
  const none = new Set([folder, `${folder}${TOOL_RULES}/`]);
  return names.some((name) => name.startsWith(folder) && !none.has(name));
}

function findStyleGuides(names: readonly string[], readme: string): string[] {
  const docs = new Set(names.filter((name) => /\.(?:md|rst|adoc)$/i.test(name)));
  const links = findLinks(readme);
  return links
    .map(({ path }) => path.replace(/^\.\//, ""))
    .filter((path) => STYLE_GUIDE.test(path) && docs.has(path));
}
