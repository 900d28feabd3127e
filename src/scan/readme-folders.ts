import { scanLines } from "../markdown/scan-lines.ts";
import { toPlainText } from "./plain-text.ts";
import { withoutMarkup } from "./readme.ts";

/** A folder, and what the README says that it holds. */
export interface SaidFolder {
  readonly path: string;
  readonly words: string;
}

const HEADING = /^\s{0,3}#{1,6}\s+(.*)/;
/** Headings under which a plain name is the name of a folder. */
const ABOUT_FOLDERS =
  /structure|layout|organi[sz]ation|director(?:y|ies)|folders|modules|packages|crates|workspace|architecture|monorepo|结构|目录|模块|组织|架构/iu;
const ITEM = /^\s*[-*+]\s+(.+)$/;
const ROW = /^\s*\|\s*([^|]{1,200})\|([^|]{1,400})\|/;
/** A name as a list or a table shows it, and what follows. */
const NAMED =
  /^(?:\*\*|__)?(?:\[`?([^\]`\n]{1,100})`?\]\(([^)\s]{1,200})\)|`([^`\n]{1,100})`|([\w./@-]{1,100}))(?:\*\*|__)?([^]*)$/;
const TREE =
  /^([\s│|├└─┬+\\`-]*)((?:[^\w.@]{1,6})?)([\w.@-][\w.@ /-]{0,99}?)(\/?)(?:\s{2,}|\s*(?:#|←|<-|\/\/|—|–|：|:|\()|$)([^]*)$/u;
const SEPARATOR = /^[\s:：#←—–=>()（）\-./]+/u;
const LONGEST = 100;
const MOST = 30;

/** What a README says of folders that are there: in a list, in a table, or in a tree. */
export function readSaidFolders(readme: string, isFolder: (path: string) => boolean): SaidFolder[] {
  const found = new Map<string, SaidFolder>();
  const open: { column: number; name: string }[] = [];
  let isAbout = false;
  const say = (path: string | undefined, text: string) => {
    const words = path === undefined ? undefined : toWords(text);
    if (path === undefined || words === undefined || found.has(path)) return;
    if (found.size < MOST) found.set(path, { path, words });
  };
  for (const { from, to, fence } of scanLines(readme)) {
    const line = readme.slice(from, Math.min(to, from + 1000));
    if (fence !== undefined) {
      const branch = toBranch(line, open);
      if (branch !== undefined) say(findPath(branch.path, isFolder), branch.text);
      continue;
    }
    open.length = 0;
    const heading = HEADING.exec(line)?.[1];
    if (heading !== undefined) isAbout = ABOUT_FOLDERS.test(heading);
    const [, cell, rest] = ROW.exec(line) ?? [];
    const named = NAMED.exec(cell?.trim() ?? ITEM.exec(line)?.[1] ?? "");
    if (named === null) continue;
    const [, label, target, code, bare, after = ""] = named;
    const name = target ?? code ?? bare ?? "";
    const isPath = isAbout || target !== undefined || name.includes("/");
    if (!isPath || (bare !== undefined && !isAbout && !bare.endsWith("/"))) continue;
    const path = [name, label ?? name].map(normalise).find((each) => isFolder(each));
    say(path, rest ?? after);
  }
  return [...found.values()];
}

/** A line of a tree, below the lines that it hangs on. */
function toBranch(
  line: string,
  open: { column: number; name: string }[],
): { path: string[]; text: string } | undefined {
  const [, lead = "", , name, slash, text = ""] = TREE.exec(line) ?? [];
  const isBranch = slash === "/" || /[├└]|[|+`]--/.test(lead);
  if (name === undefined || !isBranch) return undefined;
  const column = lead.length === 0 ? -1 : lead.search(/[├└+`]|\|--|\S\s*$/);
  while (open.length > 0 && (open.at(-1)?.column ?? -1) >= column) open.pop();
  open.push({ column: column < 0 && lead !== "" ? lead.length : column, name: normalise(name) });
  return { path: open.map((each) => each.name), text };
}

/** With or without the name of the project itself in front. */
function findPath(
  path: readonly string[],
  isFolder: (path: string) => boolean,
): string | undefined {
  const [first = "", ...rest] = path;
  const joined = (isFolder(first) ? path : rest).join("/");
  return isFolder(joined) ? joined : undefined;
}

function normalise(name: string): string {
  return name
    .trim()
    .replace(/^\.?\//, "")
    .replace(/\/(?:#.*)?$/, "");
}

/** One line that says something; a bare name or a sign does not. */
function toWords(text: string): string | undefined {
  const plain = withoutMarkup(text)
    .replace(SEPARATOR, "")
    .replace(/^[^\p{L}\p{N}"'`@<]+/u, "")
    .trim();
  const [sentence = ""] = plain.split(/(?<=[.!?])\s|。/u);
  const isOpen = /[(（]/u.test(sentence);
  const words = toPlainText(sentence.replace(isOpen ? /\.$/u : /[.)）]$/u, ""), LONGEST);
  return /\p{L}{2}/u.test(words) ? words : undefined;
}
