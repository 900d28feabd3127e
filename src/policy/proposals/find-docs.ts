import { isDocPath } from "../../bank/layout.ts";

/** A path that ends in `.md`, or one of the folders of `details/`. Bounded, so that no text is slow. */
const PATH =
  /[\p{L}\p{N}_.@+{}<>*/\\-]{1,200}?\.md(?![\p{Script=Latin}\p{N}_/\\-])|details[/\\](?:design|requirements|learnings)[/\\](?![\p{L}\p{N}_])/giu;
/** Chinese puts no space between a word and a path. */
const IN_FRONT = /^(?:\p{Script=Han}+(?=\p{Script=Latin})|[^\p{L}\p{N}_.]+|\.\/)+/u;
const FOLDER = /^(?:.*\/)?memory-bank\//i;
/** A name with a placeholder stands for every doc of its folder. */
const OPEN = /[{}<>*]|\bx{2,}\b|\bn{2,}\b|yyyy|\bslug\b/i;
/** Paths that can only mean a doc of the bank. */
const OWN =
  /(?<![a-z\d_.-])(?:memory-bank|details)\/|^(?:(?:design|requirements|learnings)\/.*|memory|patterns|tech|progress|req-[^/]+|project[-_]?brief|(?:product|active|tech)[-_]?context|system[-_]?patterns|decision[-_]?log)\.md$/i;
export const NAMES_BANK = /memory[ -]?bank|memory\.md|记忆库/i;

/**
 * The docs that a text names, with or without the bank's folder. A folder ends in `/` and stands for what is in it.
 * `isOfOthers`: the text may speak of other files as well.
 */
export function findDocs(text: string, isOfOthers = false): string[] {
  const docs = [...text.normalize("NFKC").matchAll(PATH)].flatMap(([found]) => {
    const path = found.replaceAll("\\", "/").replace(IN_FRONT, "");
    if (isOfOthers && !OWN.test(path)) return [];
    const doc = path.replace(FOLDER, "");
    const folder = doc.slice(0, doc.lastIndexOf("/") + 1);
    const known = OPEN.test(doc.slice(folder.length)) ? folder : doc;
    return isDocPath(known.replace(/\/$/, "")) ? [known] : [];
  });
  return [...new Set(docs)];
}

/**
 * Whether a doc is the one that was named: people leave out its first folders, and other layouts have fewer. A folder
 * stands for what is in it.
 */
export function isSameDoc(named: string, doc: string): boolean {
  const [a, b] = [`/${named.toLowerCase()}`, `/${doc.toLowerCase()}`];
  return a.endsWith("/") ? b.includes(a) : a.endsWith(b) || b.endsWith(a);
}
