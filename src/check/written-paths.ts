import { insideBank } from "../bank/doc-paths.ts";
import { BANK_FOLDER, DETAILS_FOLDERS } from "../bank/layout.ts";
import type { CheckedBank } from "./checked-bank.ts";

/** Letters of any script, and what frameworks put into names: `app/(shop)/[id]/page.tsx`. */
const PATH = /^[\p{L}\p{N}_.][\p{L}\p{N}\p{M}_.@+()[\]-]*(?:\/[\p{L}\p{N}\p{M}_.@+()[\]-]+)*\/?$/u;
/** A line number or a section behind a path: `:12`, `#setup`. */
const PLACE = /(?::\d+(?:[:-]\d+)?|#[^\s/]*)$/;
/** Words that stand for a name which the reader has to fill in: `REQ-NNN.md`, `src/foo.ts`. */
const PLACEHOLDER =
  /(?:^|[/._-])(?:N{2,}|Y{2,}|MM|DD|X{2,}|x{2,}|foo|bar|baz|example|sample|your|my|some|name|slug|path)(?=$|[/._-])/;
const LONGEST_PATH = 300;
const EXTENSION = /\.[A-Za-z][A-Za-z0-9]{0,9}$/;
/** Extensions that a path may be written without; a `.js` may also be a `.ts`, as TypeScript imports it. */
const ENDINGS = [
  ".ts",
  ".tsx",
  ".js",
  ".jsx",
  ".mjs",
  ".py",
  ".go",
  ".rs",
  ".md",
  ".vue",
  ".svelte",
];

/** A path of the repository as a doc writes it in backticks; undefined where it is anything else. */
export function toWrittenPath(code: string): string | undefined {
  if (code.length > LONGEST_PATH || !code.includes("/")) return undefined;
  const path = code.trim().replace(PLACE, "").replace(/^\.\//, "");
  const isPath = path.includes("/") && PATH.test(path);
  if (!isPath || path.includes("..") || PLACEHOLDER.test(path)) return undefined;
  return path;
}

/** Whether it surely names a file or a folder: `api/users` may also be an address or a package. */
export function isPlain(path: string): boolean {
  return path.endsWith("/") || EXTENSION.test(path);
}

/** Whether its first folder is there. If not, the path may be one of another repository. */
export function isRooted(path: string, { isInBank, input }: CheckedBank): boolean {
  const [first = ""] = path.split("/");
  return first === BANK_FOLDER || isInBank(first) || input.project.exists(first);
}

export function isThere(path: string, doc: string, { isAnywhere }: CheckedBank): boolean {
  if (isAnywhere(path, doc) || DETAILS_FOLDERS.includes(insideBank(path))) return true;
  if (path.endsWith("/")) return false;
  const stem = path.replace(/\.[cm]?jsx?$/, "");
  const isOpen = !EXTENSION.test(path) || stem !== path;
  return isOpen && ENDINGS.some((ending) => isAnywhere(stem + ending, doc));
}

/** In backticks, as targets of links, and bare. */
const NAMES = /`[^`]*`|\]\([^)]*\)|[^\s|]*\/[^\s|]*/g;
/** Words that say of what stands beside them that it is history, or still to come. */
const PAST_OR_FUTURE =
  /\b(?:obsolete|deprecated|superseded|replaced|removed|deleted|dropped|renamed|moved|gone|formerly|used to|no longer|not yet|planned|to be (?:added|built|created|made|written))\b|废弃|作废|过时|弃用|删除|移除|移动|移到|改名|重命名|不再|取代|已被|计划|尚未|待建|将来/i;

export function isPastOrFuture(line: string): boolean {
  if (line.includes("~~")) return true;
  // Names are left out first: a file may be called `removed.ts`.
  return PAST_OR_FUTURE.test(line.replaceAll(NAMES, " "));
}
