import { scanLines } from "../markdown/scan-lines.ts";

export interface Paragraph {
  readonly text: string;
  /** Before the second heading, or under one that introduces. */
  readonly isIntroduction: boolean;
  readonly isHtml: boolean;
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
  /^\W*(?:introduction|about|overview|what is|what's|summary|description|简介|介绍|项目介绍|项目简介|项目概述|概述|前言|关于)/iu;
/** A heading under which the reader is told what to do, where it is the only one. */
const INSTRUCTS =
  /install|usage|getting started|quick ?start|download|contents|安装|快速|使用|目录/iu;
const ALERT = /^\s{0,3}>\s*\[!\w+\]/;
const LONGEST_PARAGRAPH = 3000;
const MOST_PARAGRAPHS = 60;

/** The prose of a text in one of the usual markups. */
export function readParagraphs(readme: string): Paragraph[] {
  const text = readme.replace(/^---\n[^]*?\n---\n/, "");
  const lines = scanLines(text).map(({ from, to, fence }) => ({
    raw: text.slice(from, to),
    fence,
  }));
  const paragraphs: Paragraph[] = [];
  let open: string[] = [];
  let headings = 0;
  let isIntroduction = true;
  let isAlert = false;
  let isHtml = false;

  function close(): void {
    if (open.length > 0) {
      const joined = open.join(" ").slice(0, LONGEST_PARAGRAPH);
      paragraphs.push({ text: joined, isIntroduction, isHtml });
    }
    open = [];
  }

  function enter(heading: string): void {
    close();
    headings += 1;
    isIntroduction = (headings === 1 && !INSTRUCTS.test(heading)) || INTRODUCES.test(heading);
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
    const next = lines[index + 1]?.raw ?? "";
    const heading =
      HEADING.exec(line)?.[1] ??
      (open.length === 0 && line.trim() !== "" && UNDERLINE.test(next) ? line.trim() : undefined);
    if (line.trim() === "" || isAlert || UNDERLINE.test(line)) {
      // A rule that underlines nothing ends the section of the heading above.
      const isRule = UNDERLINE.test(line) && (lines[index - 1]?.raw ?? "").trim() === "";
      isIntroduction ||= isRule;
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
  return paragraphs;
}
