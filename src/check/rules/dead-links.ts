import { posix } from "node:path";
import { BANK_FOLDER } from "../../bank/layout.ts";
import { type Span, isWithin } from "../../markdown/lines.ts";
import type { Link } from "../../markdown/links.ts";
import { INDEX, findIndexGaps, findIndexedFolders } from "../../plans/index-gaps.ts";
import type { CheckRule } from "../check-rule.ts";
import type { CheckedBank } from "../checked-bank.ts";
import type { CheckedDoc } from "../checked-doc.ts";
import type { Text } from "../../types.ts";
import { type LinkPlace, isLive, placeOfLink } from "../link-place.ts";

/** Relative links, as an editor or a page of the repository follows them. */
export const deadLinks: CheckRule = {
  name: "dead-links",
  find: (bank) =>
    bank.docs.flatMap((doc) => {
      const dead = doc.doc.links.filter((link) => isDead(link, doc, bank));
      if (dead.length === 0) return [];
      const told = toldOtherwise(doc, bank);
      return dead
        .filter(({ from }) => !isWithin(told, from))
        .map(({ path, from }) => ({
          level: doc.levelAt(from, "error", "warning"),
          ...doc.placeOf(from),
          message: {
            en: `the link leads to ${shown(placeOfLink(doc.path, path))}, which does not exist`,
            zh: `链接指向不存在的 ${shown(placeOfLink(doc.path, path))}`,
          },
          fix: advise(doc.path, path, bank),
        }));
    }),
};

function isDead({ path }: Link, { text, path: doc }: CheckedDoc, bank: CheckedBank): boolean {
  if (isLive(placeOfLink(doc, path), bank)) return false;
  // The name of the file itself may hold a `%20`, which was taken for an escape.
  return !text.includes("%") || !isLive(placeOfLink(doc, encodeURI(path)), bank);
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

function shown({ kind, path }: LinkPlace): string {
  return kind === "bank" ? `${BANK_FOLDER}/${path}` : path;
}

/** A link starts at its own doc. Where it was written from the bank or the root instead, the right path can be told. */
function advise(doc: string, path: string, { isInBank, input }: CheckedBank): Text {
  const folder = posix.join(BANK_FOLDER, posix.dirname(doc));
  const meant = isInBank(path)
    ? posix.join(BANK_FOLDER, path)
    : input.project.exists(path)
      ? path
      : undefined;
  if (meant === undefined || path.includes("..")) {
    return { en: "correct the target, or take the link out", zh: "改正目标，或去掉链接" };
  }
  const right = posix.relative(folder, meant);
  return {
    en: `links start at their own doc: write ${right}`,
    zh: `链接从所在文档算起：改为 ${right}`,
  };
}
