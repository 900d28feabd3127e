import { posix } from "node:path";
import { wayTo } from "../../bank/doc-paths.ts";
import { DOC_EXTENSION } from "../../bank/layout.ts";
import { type Span, isWithin } from "../../markdown/lines.ts";
import { INDEX, findIndexGaps, findIndexedFolders } from "../../plans/index-gaps.ts";
import type { CheckRule } from "../check-rule.ts";
import type { CheckedBank } from "../checked-bank.ts";
import type { CheckedDoc } from "../checked-doc.ts";
import type { Fault } from "../finding.ts";
import { isLive, placeOfLink } from "../link-place.ts";
import { isPlaceholder } from "../written-paths.ts";

/** In a table, `[CBE](d)` and `[%](g=f/b)` are no links to files; neither is code, nor `./...`. */
const LOOKS_LIKE_PATH = /^\.{1,2}\/|\/$|\.[a-z]\w{0,9}$/i;
const IN_NO_PATH = /[`|<>{}*=]|\.\.\./;
/** The line of a file, as editors and agents write it behind a path: `:12`, `:12-20`. */
const LINE_NUMBER = /:\d{1,7}(?:[-:]\d{1,7})?$/;

interface DeadLink {
  readonly doc: CheckedDoc;
  readonly path: string;
  readonly from: number;
  /** The right path, where it was written from the bank or from the root. */
  readonly right: string | undefined;
}

/** Relative links, as an editor or a page of the repository follows them. */
export const deadLinks: CheckRule = {
  name: "dead-links",
  find: (bank) => {
    const dead = bank.docs.flatMap((doc) => findDead(doc, bank));
    const isMisplaced = ({ right }: DeadLink) => right !== undefined;
    const misplaced = dead.filter(isMisplaced);
    const gone = dead.filter((link) => !isMisplaced(link));
    // Who writes links from the root does so throughout: told once for the bank.
    const { bankName } = bank.input;
    return [
      ...misplaced.slice(0, 1).map((link) => toFault(link, misplaced.length, bankName)),
      ...gone.map((link) => toFault(link, 1, bankName)),
    ];
  },
};

function findDead(doc: CheckedDoc, bank: CheckedBank): DeadLink[] {
  const dead = doc.doc.links.filter(
    ({ path, from }) => isDead(path, doc, bank) && !isOfAnotherTime(path, from, doc, bank),
  );
  if (dead.length === 0) return [];
  const told = toldOtherwise(doc, bank);
  return dead
    .filter(({ from }) => !isWithin(told, from))
    .map(({ path, from }) => {
      const right = findMeant(doc.path, path.replace(LINE_NUMBER, ""), bank);
      return { doc, path, from, right };
    });
}

function isDead(written: string, { text, path: doc }: CheckedDoc, bank: CheckedBank): boolean {
  const path = written.replace(LINE_NUMBER, "");
  if (!LOOKS_LIKE_PATH.test(path) || IN_NO_PATH.test(path) || isPlaceholder(path)) return false;
  const isLiveAt = (target: string) => isLive(placeOfLink(doc, target, bank.input.bankName), bank);
  if (isLiveAt(path) || isLiveAt(path + DOC_EXTENSION)) return false;
  // The name of the file itself may hold a `%20`, which was taken for an escape.
  return !text.includes("%") || !isLiveAt(encodeURI(path));
}

/** Logs and plans name files of the project that are gone, or still to be made. Docs stay where they are. */
function isOfAnotherTime(
  path: string,
  from: number,
  doc: CheckedDoc,
  { input }: CheckedBank,
): boolean {
  const { kind } = placeOfLink(doc.path, path, input.bankName);
  const isDoc = kind === "bank" && path.endsWith(DOC_EXTENSION);
  return !isDoc && (doc.tense !== "now" || !doc.isOfNow(from));
}

function toFault({ doc, path, from, right }: DeadLink, count: number, bankName: string): Fault {
  const shown = showLink(doc.path, path, bankName);
  // An agent finds what is written from the root, and follows no link of a log.
  const isMinor = right !== undefined || doc.tense === "past" || !doc.isOfNow(from);
  return {
    level: isMinor ? "note" : doc.levelAt(from, "error", "warning"),
    ...doc.placeOf(from),
    message: {
      en: `the link leads to ${shown}, which does not exist${count > 1 ? `, and ${count - 1} more like it` : ""}`,
      zh: `链接指向不存在的 ${shown}${count > 1 ? `；另有 ${count - 1} 个同样的写法` : ""}`,
    },
    fix:
      right === undefined
        ? { en: "correct the target, or take the link out", zh: "改正目标，或去掉链接" }
        : {
            en: `links start at their own doc: write ${right}`,
            zh: `链接从所在文档算起：改为 ${right}`,
          },
  };
}

/** Rows whose dead links other rules report: routes, quick answers, rows of an index. */
function toldOtherwise(
  doc: CheckedDoc,
  { entry, routes, quickAnswers, files }: CheckedBank,
): Span[] {
  if (doc === entry) return [...routes, ...quickAnswers];
  if (posix.basename(doc.path) !== INDEX) return [];
  const folder = findIndexedFolders(files.map(({ path }) => path)).find(
    (each) => `${each.folder}/${INDEX}` === doc.path,
  );
  return folder === undefined ? [] : [...findIndexGaps(doc.text, folder.docs).vanished];
}

function showLink(doc: string, target: string, bankName: string): string {
  const { kind, path } = placeOfLink(doc, target, bankName);
  return kind === "bank" ? `${bankName}/${path}` : path;
}

/** A link starts at its own doc. Where it was written from the bank or the root instead, the right path can be told. */
function findMeant(
  doc: string,
  path: string,
  { isInBank, input }: CheckedBank,
): string | undefined {
  if (path.includes("..")) return undefined;
  const meant = isInBank(path)
    ? posix.join(input.bankName, path)
    : input.project.exists(path)
      ? path
      : undefined;
  return meant && wayTo(posix.join(input.bankName, posix.dirname(doc)), meant);
}
