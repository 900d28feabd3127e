import { scanLines } from "../markdown/scan-lines.ts";

export interface Paragraph {
  readonly text: string;
  /** Before the second heading, or under one that introduces. */
  readonly isIntroduction: boolean;
  readonly isHtml: boolean;
  readonly isQuote: boolean;
}

const HTML = /^\s*<(?:\/?[A-Za-z]|!--|\?|!)/;
const HTML_BLOCK = /^\s*<(?:p|h\d|div|td|li|blockquote)\b/i;
const HTML_END = /<\/(?:p|h\d|div|td|li|blockquote)>\s*$/i;
const HEADING = /^\s{0,3}(?:#{1,6}|={1,5})\s+(.*)/;
const UNDERLINE = /^([=\-~^"'`#*+.:_])\1{2,}\s*$/;
/** Lists, tables, rules, directives and attributes of Markdown, reStructuredText and AsciiDoc. */
const NO_PROSE =
  /^\s*(?:[-*+]\s|\d+[.)]\s|\||\.\.(?:\s|$)|:[\w-]+:|image::?|include::|ifdef::|endif::|toc::|\[\[|\[\^|\[[^\]]+\]:)/;
const INTRODUCES =
  /^\W*(?:introduction|about|overview|what is|what's|why|简介|介绍|项目介绍|项目简介|概述|前言|关于)/iu;
/** Headings under which the reader is told what to do. */
const INSTRUCTS =
  /install|usage|getting started|quick ?start|download|documentation|安装|快速|使用/iu;
/** Headings of sections that never say what the project is. */
const ASIDE =
  /sponsor|backer|contents|release|announc|news|available|what's new|changelog|license|contribut|目录|赞助|更新|友情/iu;
const ALERT = /^\s{0,3}>\s*\[!\w+\]/;
const LONGEST_PARAGRAPH = 3000;
const MOST_PARAGRAPHS = 60;

/** The title of a text in one of the usual markups, and its prose. */
export function readParagraphs(readme: string): { title: string; paragraphs: Paragraph[] } {
  const text = readme.replace(/^---\n[^]*?\n---\n/, "");
  const lines = scanLines(text).map(({ from, to, fence }) => ({
    raw: text.slice(from, to),
    fence,
  }));
  const paragraphs: Paragraph[] = [];
  let open: string[] = [];
  let title = "";
  let headings = 0;
  let isIntroduction = true;
  let isAside = false;
  let isAlert = false;
  let isHtml = false;
  let isQuote = false;

  function close(): void {
    if (open.length > 0 && !isAside) {
      const joined = open.join(" ").slice(0, LONGEST_PARAGRAPH);
      paragraphs.push({ text: joined, isIntroduction, isHtml, isQuote });
    }
    open = [];
  }

  function enter(heading: string): void {
    close();
    headings += 1;
    if (title === "")
      title = heading.replaceAll(/!?\[[^\]]*\]\([^)]*\)|<[^>]*>/g, " ").slice(0, 100);
    isIntroduction = (headings === 1 && !INSTRUCTS.test(heading)) || INTRODUCES.test(heading);
    isAside = headings > 1 && ASIDE.test(heading);
  }

  for (const [index, { raw, fence }] of lines.entries()) {
    if (paragraphs.length >= MOST_PARAGRAPHS) break;
    if (fence !== undefined) {
      close();
      continue;
    }
    if (ALERT.test(raw)) isAlert = true;
    else if (isAlert && !/^\s{0,3}>/.test(raw)) isAlert = false;
    const line = raw.slice(0, LONGEST_PARAGRAPH).replace(/^\s{0,3}>\s?/, "");
    if (open.length === 0) isQuote = /^\s{0,3}>/.test(raw);
    const next = lines[index + 1]?.raw ?? "";
    const heading =
      HEADING.exec(line)?.[1] ??
      (open.length === 0 && line.trim() !== "" && UNDERLINE.test(next) ? line.trim() : undefined);
    if (line.trim() === "" || isAlert || UNDERLINE.test(line)) {
      // A rule that underlines nothing ends the section of the heading above.
      if (UNDERLINE.test(line) && (lines[index - 1]?.raw ?? "").trim() === "") isAside = false;
      close();
      isHtml = false;
    } else if (heading !== undefined && !isHtml) enter(heading);
    else if (isHtml || HTML.test(line)) {
      if (HTML_BLOCK.test(line)) close();
      isHtml = true;
      open.push(line.trim());
      if (HTML_END.test(line)) close();
    } else if (NO_PROSE.test(line) || (open.length === 0 && /^(?: {4}|\t| +:)/.test(raw))) close();
    else open.push(line.trim());
  }
  close();
  return { title, paragraphs };
}
