import { findLinks } from "../markdown/links.ts";
import { type ScannedLine, scanLines } from "../markdown/scan-lines.ts";
import type { Text } from "../types.ts";
import { SECTION } from "./layout.ts";
import { isTemplateLine } from "./templates/template-lines.ts";
import { readHeading, splitStretches } from "./sections.ts";

/** The heading below which a doc links the project's own rule files; they bind as the doc does. */
export const ALSO_BINDING: Text = { en: "Also binding", zh: "同样有效" };
const BINDING_TITLES = new Set(Object.values(ALSO_BINDING).map((title) => title.toLowerCase()));
const MAY_BIND = new RegExp(Object.values(ALSO_BINDING).join("|"), "i");

/** A line that the prompt replaces with text of the linked file. */
const POINTER = /^(?:See|见|参见)[ \t：:]{0,4}\[[^\]\n]{1,200}\]\([^\n]{1,500}\)[.。]?$/i;

/** Whether a line is a pointer, also as the prompt shows it, with a suffix. */
export function isPointer(line: string): boolean {
  return POINTER.test(line.trim().replace(/(?:[:：]| \(not readable\)|（无法读取）)$/, ""));
}

/** The sections in which a pointer counts. */
export const POINTED_SECTIONS = [SECTION.snapshot, SECTION.focus] as const;
export type PointedSection = (typeof POINTED_SECTIONS)[number];

export interface Pointer {
  readonly section: PointedSection;
  /** The path as it is linked, relative to the entry. */
  readonly path: string;
  /** The span of the line in the entry. */
  readonly from: number;
  readonly to: number;
}

/** Why a link in the bank is not followed. */
export type LinkProblem = "missing" | "outside" | "folder" | "not-text" | "sensitive" | "ignored";

/** A pointer line. Round brackets, blanks and angle brackets in the path would end the link's target. */
export function renderPointer(name: string, path: string, language: keyof Text): string {
  const link = `[${name.replaceAll(/[[\]\n]/g, " ").trim()}](${toTarget(path)})`;
  return { en: `See ${link}`, zh: `见 ${link}` }[language];
}

/** A path as a link's target: characters that would end it, or mean something else in it, are percent-encoded. */
export function toTarget(path: string): string {
  return path.replaceAll(/[\s()<>#?%\\]/g, (sign) =>
    encodeURIComponent(sign).replace("(", "%28").replace(")", "%29"),
  );
}

/** A pointer must be the only text of its section, apart from comments and blank lines. */
export function findPointers(entry: string): Pointer[] {
  return splitStretches(entry).flatMap((stretch) => {
    const section = POINTED_SECTIONS.find((name) => stretch.heading.startsWith(name));
    const [only, ...others] = scanLines(entry).filter(
      ({ from, kind }) => from >= stretch.bodyFrom && from < stretch.to && kind === "text",
    );
    if (section === undefined || only === undefined || others.length > 0) return [];
    const line = entry.slice(only.from, only.to);
    const [link] = POINTER.test(line.trim()) ? findLinks(line) : [];
    return link === undefined ? [] : [{ section, path: link.path, from: only.from, to: only.to }];
  });
}

const LINK = /!?\[[^\]\n]{0,200}\]\([^)\n]{0,500}\)/g;

/** Whether a doc has text of its own, besides headings, links and the text of its template. */
export function saysBesidesLinks(doc: string): boolean {
  const binding = bindingLines(doc).filter((line) => linksIn(doc, line).length > 0);
  const links = new Set(binding.map(({ from }) => from));
  return scanLines(doc).some((scanned) => {
    const line = doc.slice(scanned.from, scanned.to);
    if (scanned.kind === "heading" || links.has(scanned.from)) return false;
    return !isTemplateLine(line) && /[\p{L}\p{N}]/u.test(line.replaceAll(LINK, ""));
  });
}

/** Targets of the links under `Also binding`, at any level, as written: relative to the doc. */
export function findAlsoBinding(doc: string): string[] {
  return [...new Set(bindingLines(doc).flatMap((line) => linksIn(doc, line)))];
}

/** The lines below a heading `Also binding`. */
function bindingLines(doc: string): ScannedLine[] {
  // The entry of most banks has no such heading, and is scanned only to be shown.
  if (!MAY_BIND.test(doc)) return [];
  let level = 0;
  return scanLines(doc).filter(({ from, to, kind, depth }) => {
    if (kind !== "heading" || depth > 0) return level > 0 && kind === "text";
    const heading = readHeading(doc.slice(from, to));
    const title = heading.title.replace(/\s*[:：]$/, "").toLowerCase();
    if (BINDING_TITLES.has(title)) ({ level } = heading);
    else if (heading.level <= level) level = 0;
    return false;
  });
}

function linksIn(doc: string, { from, to }: ScannedLine): string[] {
  return findLinks(doc.slice(from, to)).map(({ path }) => path);
}
