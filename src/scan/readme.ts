import { toPlainText } from "./plain-text.ts";
import { type Paragraph, readParagraphs } from "./paragraphs.ts";

/** The README of a folder, the plain one before translations. */
export const README = /^readme(?:\.(?:md|markdown|mdx|rst|adoc|txt))?$/i;

/** First paragraphs that a project generator wrote and nobody has replaced. */
const STOCK =
  /\bbootstrapped with\b|^this (?:template|readme) (?:provides|should help|would normally)|^this project (?:was|is) (?:generated|created|bootstrapped) (?:with|by|using)|\bproject created with\b|^(?:a |my )?new (?:flutter|dart) project|^a minimal template|^demo project for spring boot|^the skeleton application for the laravel|^laravel is a web application framework|^everything you need to build a svelte|^look at the .{0,40} documentation to learn more|^to make it easy for you to get started with gitlab|^welcome to your (?:new )?\w+ (?:app|gem|project)|^nest framework typescript starter|^add (?:your|a) (?:short )?description here|^(?:todo|fixme)\b|^the parent (?:project|pom|module)\b/i;
/** A notice, or something to do: it does not say what the project is. */
const ASIDE =
  /^(?:\W{0,4})(?:note|notice|warning|caution|important|attention|news|update|announcement|see|read|check|visit|click|join|follow|star|sponsor|support|looking for|we(?:'re| are) hiring|translations?|languages?|available in|you (?:can|need|should|must|may)|this (?:readme|document|file|page|section)|documentation|docs|website|homepage|demo|live demo|请|注意|点击|查看|欢迎加入|关注|扫码|文档|官网)(?![\p{L}\p{N}-])[^.。]{0,80}(?:$|[.。:：!！])/iu;
const GONE =
  /\b(?:no longer maintained|archived|deprecated|(?:has|have) (?:been .{0,20})?moved to|unmaintained)\b/i;
const ENTITIES = new Map([
  ["amp", "&"],
  ["mdash", "—"],
  ["ndash", "–"],
  ["quot", '"'],
  ["#39", "'"],
  ["lt", "<"],
  ["gt", ">"],
]);
const LONGEST = 600;

/** What a manifest says of the project; undefined for what a generator has put there. */
export function toDescription(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const plain = toPlainText(text, LONGEST * 3);
  if (plain === "" || STOCK.test(plain)) return undefined;
  if (plain.length <= LONGEST) return plain;
  const end = /^[^]{1,600}(?:[.!?](?= )|[。！？])/.exec(plain)?.[0];
  return end ?? toPlainText(plain, LONGEST);
}

/** The README's first paragraph. Badges, headings, lists, notices and rows of links are none. */
export function describeReadme(text: string): string | undefined {
  const introduction = readParagraphs(text).filter(({ isIntroduction }) => isIntroduction);
  for (const paragraph of introduction) {
    const words = withoutMarkup(paragraph.text);
    // Of a README from a generator no other paragraph says what the project is.
    if (STOCK.test(words)) return undefined;
    if (isProse(words, paragraph)) return toDescription(words);
  }
  return undefined;
}

/** Enough words, no row of links between dots or bars, and no notice. */
function isProse(words: string, { text, isHtml }: Paragraph): boolean {
  const han = words.match(/\p{Script=Han}/gu)?.length ?? 0;
  const count = words.match(/\p{L}[\p{L}\p{N}'’-]*/gu)?.length ?? 0;
  const isLong = han >= 6 || count >= (isHtml ? 4 : 3) || /[^.]\.$/.test(words);
  const links = text.match(/\]\(|<a\s|`_/g)?.length ?? 0;
  const separators = words.match(/\s[|•·—–/]\s|｜/g)?.length ?? 0;
  const isList = links > 2 && links * 4 > count + han / 2;
  const isShownBefore = separators > 2 || /^(?:https?:|\[|\(|\.\.|…)/.test(words);
  return isLong && !isList && !isShownBefore && !ASIDE.test(words) && !GONE.test(words);
}

/** Links become their words, images and footnotes nothing. */
export function withoutMarkup(paragraph: string): string {
  return paragraph
    .replaceAll(/!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])/g, " ")
    .replaceAll(/\[\s*\](?:\([^)]*\)|\[[^\]]*\])/g, " ")
    .replaceAll(/\|[\w .-]+\|/g, " ")
    .replaceAll(/\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g, "$1")
    .replaceAll(/`([^`<]+?)\s*<[^>`]+>`_{1,2}/g, "$1")
    .replaceAll(/https?:\/\/[^\s[\]]+\[([^\]]+)\]/g, "$1")
    .replaceAll(/\[\^[^\]]*\]/g, "")
    .replaceAll(/\[([^\][]{1,80})\]/g, "$1")
    .replaceAll(/<[^<>]{0,500}>/g, "")
    .replaceAll("`", "")
    .replaceAll(/&(\w+|#\d+);/g, (_, entity: string) => ENTITIES.get(entity) ?? " ")
    .replaceAll(/(\*\*|__)(?=\S)([^]*?\S)\1/g, "$2")
    .replaceAll(/(?<![\w*])[*_](?=\S)([^*_]*?\S)[*_](?!\w)/g, "$1")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ (?=[.,;:!?](?:\s|$)|[，。])/g, "")
    .replaceAll(/(?<=\p{Script=Han}) (?=\p{Script=Han})/gu, "")
    .trim();
}
