import { BANK_FOLDER, DETAILS, ENTRY, LEGACY, PATTERNS, isDocPath } from "../../bank/layout.ts";

const NAME = String.raw`[\p{L}\p{N}_.@+{}<>*-]{1,120}`;
const FOLDERS = "design|requirements|learnings";
/** A path that ends in `.md`, or one of the folders of `details/`. Bounded, so that no text is slow. */
const PATH = new RegExp(
  String.raw`(?<![\p{L}\p{N}_.@+{}<>*/\\-])(?:(?:[a-z]:)?[/\\])?(?:${NAME}[/\\]){0,12}(?:${NAME}\.md(?![\p{Script=Latin}\p{N}_/\\-])|(?<=details[/\\])(?:${FOLDERS})[/\\](?![\p{L}\p{N}_]))`,
  "giu",
);
/** A name that leaves something open stands for every doc of its folder. */
const OPEN = /[{}<>*]|\bx{2,}\b|\bn{2,}\b|yyyy|\bslug\b/i;
/** Chinese puts no space between a word and a name. */
const GLUED =
  /^\p{Script=Han}+(?=(?:details|memory-bank)\/|(?:memory|patterns|tech|progress)\.md$)/iu;
/** Of other layouts, names of two words that no other file has. */
const OTHER_LAYOUTS =
  /^(?:project[-_]?brief|(?:product|active|tech)[-_]?context|system[-_]?patterns|decision[-_]?log)\.md$/i;
const BARE: Readonly<Record<string, string>> = {
  "patterns.md": PATTERNS,
  "tech.md": DETAILS.tech,
  "progress.md": DETAILS.progress,
};

/** The docs that a text names, inside the bank. A folder ends in `/` and stands for what is in it. */
export function findDocs(text: string): string[] {
  const found = [...text.normalize("NFKC").matchAll(PATH)].flatMap(([path]) => toDoc(path) ?? []);
  return [...new Set(found)];
}

export function isDocName(text: string): boolean {
  const folded = text.normalize("NFKC");
  return findDocs(folded).length === 1 && !/\s/.test(folded);
}

function toDoc(path: string): string | undefined {
  const plain = path
    .replaceAll("\\", "/")
    .replace(/^(?:\.\/)+/, "")
    .replace(GLUED, "");
  const bankAt = plain.toLowerCase().lastIndexOf(`${BANK_FOLDER}/`);
  const inBank = bankAt >= 0 && (bankAt === 0 || plain[bankAt - 1] === "/");
  const doc = inBank ? plain.slice(bankAt + BANK_FOLDER.length + 1) : withFolder(plain);
  if (doc === undefined || !isDocPath(doc.replace(/\/$/, ""))) return undefined;
  const folder = doc.slice(0, doc.lastIndexOf("/") + 1);
  if (!OPEN.test(doc.slice(folder.length))) return doc;
  return new RegExp(`^details/(?:${FOLDERS})/`, "i").test(folder) ? folder : undefined;
}

/** Of names without the bank's, only those that can mean nothing else. */
function withFolder(path: string): string | undefined {
  if (path.toLowerCase() === ENTRY.toLowerCase()) return ENTRY;
  if (/^details\//i.test(path) || path === LEGACY) return path;
  if (new RegExp(`^(?:${FOLDERS})/`, "i").test(path)) return `details/${path}`;
  if (/^REQ-[^/]+$/i.test(path)) return `details/requirements/${path}`;
  return OTHER_LAYOUTS.test(path) ? path : BARE[path.toLowerCase()];
}
