import { insideBank } from "../bank/doc-paths.ts";
import { DETAILS_FOLDERS } from "../bank/layout.ts";
import type { CheckedBank } from "./checked-bank.ts";

/** Letters of any script, and characters that frameworks put into names: `app/(shop)/[id]/page.tsx`. */
const PATH = /^[\p{L}\p{N}_.][\p{L}\p{N}\p{M}_.@+()[\]-]*(?:\/[\p{L}\p{N}\p{M}_.@+()[\]-]+)*\/?$/u;
/** A line number or a section behind a path: `:12`, `#setup`. */
const PLACE = /(?::\d+(?:[:-]\d+)?|#[^\s/]*)$/;
/** Words for a name that the reader has to fill in: `REQ-NNN.md`, `src/foo.ts`. */
const PLACEHOLDER =
  /(?:^|[/._-])(?:N{2,}|Y{2,}|MM|DD|X{2,}|x{2,}|foo|bar|baz|example|sample|your|my|some|name|slug|path)(?=$|[/._-])/;
const LONGEST_PATH = 300;
const EXTENSION = /\.[A-Za-z][A-Za-z0-9]{0,9}$/;
const DATA =
  /^(?:data|datasets?|logs?|outputs?|results?|reports?|artifacts?|coverage|tmp|temp|cache|uploads|backups)\/|\.(?:csv|tsv|parquet|jsonl|db|sqlite3?|log|pkl|npy|npz|h5|pth?|onnx|bin|zip|gz|tar|bak|tmp|env|enc|local|pem|key|pdf|xlsx?|docx?|mp[34]|wav|txt)$/i;
/** Extensions that a path may omit; a `.js` may also be a `.ts`, as in TypeScript imports. */
const ENDINGS = ".ts .tsx .js .jsx .mjs .py .go .rs .md .vue .svelte".split(" ");

/** A path of the repository as a doc writes it in backticks; undefined for any other text. */
export function toWrittenPath(code: string): string | undefined {
  if (code.length > LONGEST_PATH || !code.includes("/")) return undefined;
  const path = code.trim().replace(PLACE, "").replace(/^\.\//, "");
  const isPath = path.includes("/") && PATH.test(path);
  return isPath && !path.includes("..") && !isPlaceholder(path) ? path : undefined;
}

export function isPlaceholder(path: string): boolean {
  return PLACEHOLDER.test(path);
}

/**
 * Whether it is certainly the name of a file or folder that a clone has: `api/users` may also be an address or a package,
 * `src/[platform]/` is a placeholder, and data is often kept out of git without being ignored.
 */
export function isPlain(path: string): boolean {
  return !/[[\]]/.test(path) && !DATA.test(path) && (path.endsWith("/") || EXTENSION.test(path));
}

/** Whether the path's first folder exists. If not, the path may be one of another repository. */
export function isRooted(path: string, { isInBank, input }: CheckedBank): boolean {
  const [first = ""] = path.split("/");
  return path.startsWith(`${input.bankName}/`) || isInBank(first) || input.project.exists(first);
}

export function isThere(path: string, doc: string, { isAnywhere, input }: CheckedBank): boolean {
  if (isAnywhere(path, doc) || DETAILS_FOLDERS.includes(insideBank(path, input.bankName)))
    return true;
  if (path.endsWith("/")) return false;
  const stem = path.replace(/\.[cm]?jsx?$/, "");
  const isOpen = !EXTENSION.test(path) || stem !== path;
  return isOpen && ENDINGS.some((ending) => isAnywhere(stem + ending, doc));
}
