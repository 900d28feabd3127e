import { toPlainText } from "./plain-text.ts";

/** The README of a folder, the plain one before translations. */
export const README = /^readme(?:\.(?:md|markdown|mdx|rst|adoc|txt))?$/i;

/** First paragraphs that a project generator wrote and nobody replaced. */
const STOCK =
  /\bbootstrapped with\b|^this (?:template|readme) (?:provides|should help|would normally)|^this project (?:was|is) (?:generated|created|bootstrapped) (?:with|by|using)|\bproject created with\b|^(?:a |my )?new (?:flutter|dart) project|^a minimal template|^demo project for spring boot|^the skeleton application for the laravel|^laravel is a web application framework|^everything you need to build a svelte|^look at the .{0,40} documentation to learn more|^to make it easy for you to get started with gitlab|^welcome to your (?:new )?\w+ (?:app|gem|project)|^nest framework typescript starter|^add (?:your|a) (?:short )?description here|^(?:todo|fixme)\b|^the parent (?:project|pom|module)\b/i;
/** A notice or an instruction, which does not say what the project is. */
const ASIDE =
  /^(?:\W{0,4})(?:note|notice|warning|caution|important|attention|news|update|announcement|see|read|check|visit|click|join|follow|star|sponsor|support|looking for|we(?:'re| are) hiring|translations?|languages?|available in|you (?:can|need|should|must|may)|this (?:readme|document|file|page|section)|documentation|docs|website|homepage|demo|live demo|请|注意|点击|查看|欢迎加入|关注|扫码|文档|官网)(?![\p{L}\p{N}-])[^.。]{0,80}(?:$|[.。:：!！])/iu;
const INTRODUCES =
  /^\W*(?:introduction|about|overview|what is|what's|summary|description|简介|介绍|项目介绍|项目简介|项目概述|概述|前言|关于)/iu;
const LONGEST = 600;

/** A manifest's description of the project; undefined for a text that a generator wrote. */
export function toDescription(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const plain = toPlainText(text, LONGEST * 3);
  if (plain === "" || STOCK.test(plain)) return undefined;
  if (plain.length <= LONGEST) return plain;
  const end = /^[^]{1,600}(?:[.!?](?= )|[。！？])/.exec(plain)?.[0];
  return end ?? toPlainText(plain, LONGEST);
}

/** The README's first paragraph of prose. Badges, headings, lists, notices and rows of links do not count. */
export function describeReadme(text: string): string | undefined {
  for (const paragraph of introductionOf(text)) {
    const words = withoutMarkup(paragraph);
    // In a generator's README no other paragraph says what the project is.
    if (STOCK.test(words)) return undefined;
    if (isProse(words, paragraph)) return toDescription(words);
  }
  return undefined;
}

/** Parts that are not prose, in Markdown, reStructuredText and AsciiDoc. A part that is never closed includes the rest. */
const FRONT_MATTER = /^---\n[^]*?\n---\n/;
const COMMENT = /<!--[^]*?(?:-->|$(?![^]))/g;
const FENCE = /^ {0,3}(`{3,}|~{3,})[^]*?(?:^ {0,3}\1.*|$(?![^]))/gm;
const ALERT = /^ {0,3}> ?\[!\w+\].*(?:\n {0,3}>.*)*/gm;
const QUOTE = /^ {0,3}> ?/gm;
const UNDERLINED = /^(?! {4}|\s*$)(.+)\n([=\-~^"'`#*+.:_])\2{2,}[ \t]*$/gm;
const HEADING = /^ {0,3}(?:#{1,6}|={1,5})[ \t]+(.*)$/gm;
const RULE = /^([=\-~^"'`#*+.:_])\1{2,}$/;
/** A picture or a block that is one link: a badge or an advertisement. */
const BANNER = /<a\s[^<>]{0,500}>\s*<(?:div|p|picture|img)\b(?:(?!<a\s)[^])*?<\/a>/gi;
const HTML_BLOCK = /<\/?(?:p|h\d|div|td|li|blockquote)\b/gi;
/** Lists, tables, directives and attributes: from there on, a block is not a paragraph. */
const NO_PROSE =
  /^\s*(?:[-*+]\s|\d+[.)]\s|\||\.\.(?:\s|$)|:[\w-]+:|image::?|include::|ifdef::|endif::|toc::|\[\[|\[\^|\[[^\]]+\]:)/;
const LONGEST_PARAGRAPH = 3000;
const MOST_PARAGRAPHS = 60;

/** Paragraphs before the second heading, or below a heading such as "Introduction". */
function introductionOf(readme: string): string[] {
  const text = readme
    .replace(FRONT_MATTER, "")
    .replaceAll(COMMENT, "")
    .replaceAll(BANNER, "")
    .replaceAll(FENCE, "\n\n")
    .replaceAll(ALERT, "\n\n")
    .replaceAll(QUOTE, "")
    .replaceAll(UNDERLINED, "\n\n# $1\n\n")
    .replaceAll(HEADING, "\n\n# $1\n\n")
    .replaceAll(HTML_BLOCK, "\n\n$&");
  let headings = 0;
  let isIntroduction = true;
  const found: string[] = [];
  for (const part of text.split(/\n[ \t]*(?:\n[ \t]*)+/)) {
    const heading = /^# (.*)/.exec(part)?.[1];
    if (heading !== undefined) {
      headings += 1;
      const title = withoutMarkup(heading);
      isIntroduction = headings === 1 || INTRODUCES.test(title);
    }
    // A horizontal rule ends the section of the heading above.
    else if (RULE.test(part.trim())) isIntroduction = true;
    else if (isIntroduction && !/^(?: {4}|\t)/.test(part)) found.push(proseOf(part));
  }
  return found.slice(0, MOST_PARAGRAPHS);
}

function proseOf(part: string): string {
  const lines = part.split("\n");
  const end = lines.findIndex((line) => NO_PROSE.test(line));
  const prose = end < 0 ? lines : lines.slice(0, end);
  return prose
    .map((line) => line.trim())
    .join(" ")
    .slice(0, LONGEST_PARAGRAPH);
}

/** Whether a paragraph has enough words and is neither a row of links nor a notice. */
function isProse(words: string, paragraph: string): boolean {
  const han = words.match(/\p{Script=Han}/gu)?.length ?? 0;
  const count = words.match(/\p{L}[\p{L}\p{N}'’-]*/gu)?.length ?? 0;
  const least = paragraph.startsWith("<") ? 4 : 3;
  const isLong = han >= 6 || count >= least || /[^.]\.$/.test(words);
  const links = paragraph.match(/\]\(|<a\s|`_/g)?.length ?? 0;
  const separators = words.match(/\s[|•·—–/]\s|｜/g)?.length ?? 0;
  const isList = links > 2 && links * 4 > count + han / 2;
  const isShownBefore =
    separators > 2 || /^(?:https?:|\[|\(|\.\.|…)|\bspecial thanks to\b/i.test(words);
  return isLong && !isList && !isShownBefore && !ASIDE.test(words);
}

/** Replaces links with their words, and removes images and footnotes. */
function withoutMarkup(paragraph: string): string {
  return paragraph
    .replaceAll(/!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])/g, " ")
    .replaceAll(/\[\s*\](?:\([^)]*\)|\[[^\]]*\])/g, " ")
    .replaceAll(/\|[\w .-]+\|/g, " ")
    .replaceAll(/\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g, "$1")
    .replaceAll(/`([^`<]+?)\s*<[^>`]+>`_{1,2}/g, "$1")
    .replaceAll(/https?:\/\/[^\s[\]]+\[([^\]]+)\]/g, "$1")
    .replaceAll(/\[\^[^\]]*\]/g, "")
    .replaceAll(/\[([^\][]{1,80})\]/g, "$1")
    .replaceAll(/<br\s*\/?>/gi, " ")
    .replaceAll(/<[^<>]{0,500}>/g, "")
    .replaceAll("`", "")
    .replaceAll(/\\(?=[!-/:-@[-`{-~])/g, "")
    .replaceAll(/(\*\*|__)(?=\S)([^]*?\S)\1/g, "$2")
    .replaceAll(/(?<![\w*])[*_](?=\S)([^*_]*?\S)[*_](?!\w)/g, "$1")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ (?=[.,;:!?](?:\s|$)|[，。])/g, "")
    .replaceAll(/(?<=\p{Script=Han}) (?=\p{Script=Han})/gu, "")
    .trim();
}
