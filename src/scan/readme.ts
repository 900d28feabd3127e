import { toPlainText } from "./plain-text.ts";
import { readParagraphs } from "./paragraphs.ts";

/** The README of a folder, the plain one before translations. */
export const README = /^readme(?:\.(?:md|markdown|mdx|rst|adoc|txt))?$/i;

/** Descriptions that a project generator wrote and nobody has replaced. */
const PLACEHOLDERS: readonly RegExp[] = [
  /\bbootstrapped with\b/i,
  /^this (?:template|readme) (?:provides|would normally)/i,
  /^(?:a |my )?(?:new|demo) (?:flutter |dart )?(?:project|app|application)\b/i,
  /^demo project for spring boot/i,
  /^the skeleton application for the laravel/i,
  /^add (?:your|a) (?:short )?description here/i,
  /^(?:the )?parent (?:project|pom|module)\b/i,
  /^todo\b/i,
];
/** Tells the reader what to do, or what the text is, and not what the project is. */
const ADDRESS =
  /^(?:see|for|use|using|want|you|your|if|to|please|click|read|check|note|warning|caution|tip|important|available|join|visit|we|our|don|do not|download|requires?|looking|thanks?|thank|follow|getting|make sure|first|before|here|there|welcome|this (?:readme|document|page|file|guide|section)|like|star|support|sponsor|supported|powered|built with|made|请|如果|欢迎|注意|点击|查看|感谢|想要|本文|更多|关注|扫码|English)(?![\p{L}\p{N}])|^(?:请|如果|欢迎|注意|点击|查看|感谢|想要|本文|更多|关注|扫码)/iu;
/** "Kubernetes, also known as K8s, is …", but not how it is licensed or where it is hosted. */
const DEFINITION =
  /^([\p{L}\p{N}.@/_-]+(?: [\p{L}\p{N}.@/_-]+){0,3}?)(?: \([^)]{0,80}\)|, [^,]{1,60},)? (?:(?:is|are) (?!no longer|archived|deprecated|hosted|licensed|sponsored|maintained|released|supported|available|distributed|currently|now|not|easy|written|under|developed|tested|compatible|used by)|(?:provides?|helps?|lets?|offers?|allows?|makes?|turns?|implements?|brings?|aims?) )/iu;
const SAYS_CHINESE = /^.{0,12}?(?:是|为|提供|致力|基于|用于|一款|一个|旨在)/u;
/** A notice, somebody's words, or a whole story. */
const NO_TAGLINE =
  /^["“«『「]|[—–-] ?\p{Lu}[\p{L}. ]{2,40}$|\b(?:archived|deprecated|moved|no longer|unmaintained|maintenance|experimental|work in progress|breaking|sponsor\w*|discord|newsletter|translat\w+)\b|[^]{240}/iu;
/** The list that it announces is not there. */
const DANGLING =
  /,? (?:(?:that|which) (?:includes?|provides?|offers?|supports?|has|features?|contains?|consists of|comes with|aims to)|including|featuring|with)(?: the following(?: \w+)?)?$/i;
const ENTITIES = new Map([
  ["amp", "&"],
  ["mdash", "—"],
  ["ndash", "–"],
  ["quot", '"'],
  ["#39", "'"],
]);
const LONGEST = 200;
const SHORTEST = 12;

/** One sentence or a few that tell what the project is; undefined for what only looks like it. */
export function toDescription(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const plain = toPlainText(text, 1000);
  if (plain === "" || PLACEHOLDERS.some((pattern) => pattern.test(plain))) return undefined;
  if (plain.length <= LONGEST) return plain;
  const first = toPlainText(splitSentences(plain)[0] ?? plain, LONGEST);
  return first.replace(/(?<=.{100}) \S{0,40}…$/, "…");
}

/**
 * The sentence of a README that says what the project is. In the introduction the first that has the project
 * for its subject ("Redis is …"), else its first real sentence; further down only the former.
 * No badge, no heading, no list.
 */
export function describeReadme(text: string, projectName: string | undefined): string | undefined {
  const { title, paragraphs } = readParagraphs(text);
  const subjects = new Set(toWords(`${projectName ?? ""} ${title}`));
  const prose = paragraphs.map((paragraph) => ({
    ...paragraph,
    sentences: splitSentences(withoutMarkup(paragraph.text)),
  }));
  const about = ({ sentences }: (typeof prose)[number]) =>
    sentences
      .slice(0, 2)
      .find((sentence) => hasSubject(sentence, subjects) && isSentence(sentence));
  const introduction = prose.filter(({ isIntroduction }) => isIntroduction);
  const plain = ({ isHtml, sentences: [first = ""] }: (typeof prose)[number]) =>
    !isHtml && isSentence(first) && !ADDRESS.test(first) ? first : undefined;
  const begin = introduction.find((paragraph) => plain(paragraph) !== undefined);
  // A quote above everything else is what the project says of itself in a line.
  const isTagline =
    begin?.isQuote === true && begin.sentences.length < 3 && !NO_TAGLINE.test(begin.text);
  return (
    (isTagline ? toDescription(plain(begin)) : undefined) ??
    firstOf(introduction, about) ??
    firstOf(introduction, plain) ??
    firstOf(prose, about)
  );
}

function firstOf<Item>(
  items: readonly Item[],
  pick: (item: Item) => string | undefined,
): string | undefined {
  for (const item of items) {
    const description = toDescription(pick(item));
    if (description !== undefined) return description;
  }
  return undefined;
}

function hasSubject(sentence: string, subjects: ReadonlySet<string>): boolean {
  const [, subject] = DEFINITION.exec(sentence) ?? [];
  const words = toWords(subject ?? "").filter((word) => word !== "the");
  if (words.length > 0) return words.every((word) => subjects.has(word));
  const [, name, rest = ""] = /^([A-Za-z0-9][\w.-]*)\s?([^]*)$/.exec(sentence) ?? [];
  const isNamed = toWords(name ?? "").some((word) => subjects.has(word));
  return isNamed && /^\p{Script=Han}/u.test(rest) && SAYS_CHINESE.test(rest);
}

function toWords(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}.]+/u)
    .map((word) => word.replace(/\.+$/, ""))
    .filter((word) => word !== "");
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

/** Enough words, and no row of links between dots or bars. */
function isSentence(sentence: string): boolean {
  const han = sentence.match(/\p{Script=Han}/gu)?.length ?? 0;
  const words = sentence.match(/\p{L}[\p{L}\p{N}'’-]*/gu)?.length ?? 0;
  if (han < 6 && (sentence.length < SHORTEST || words < 4)) return false;
  const separators = sentence.match(/\s[|•·—–/-]\s|｜/g)?.length ?? 0;
  return separators < 3 && !/^(?:https?:|\[|\()/.test(sentence);
}

const SHORT_FORM = /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|Mr|Dr|No|approx|inc|v?\d+)\.$/i;

export function splitSentences(text: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  for (const { index, 0: sign } of text.matchAll(/[。！？]|[.!?:](?=\s|$)/g)) {
    const end = index + sign.length;
    const sentence = text.slice(start, end).trim();
    if (sign === ":" && end < text.length) continue;
    if (SHORT_FORM.test(sentence)) continue;
    sentences.push(sign === ":" ? `${sentence.slice(0, -1).replace(DANGLING, "")}.` : sentence);
    start = end;
  }
  const rest = text.slice(start).trim();
  return rest === "" ? sentences : [...sentences, rest];
}
