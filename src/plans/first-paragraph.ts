import { readParagraphs } from "../scan/paragraphs.ts";
import { toPlainText } from "../scan/plain-text.ts";
import { withoutMarkup } from "../scan/readme.ts";

const LONGEST = 500;
const LEAST_WORDS = 4;
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
const LEAST_WIDE = 14;
/** A whole doc in a fence, as models hand it over. */
const WRAPPER = /^\s{0,20}`{3,}(?:markdown|md)[ \t]*\n/;
/** Says that nothing is said yet. */
const NOTHING_YET =
  /\b(?:not (?:yet )?(?:been )?(?:defined|set|documented|specified)|(?:will|to) be (?:documented|defined|determined|added|filled|described|updated)|tbd|todo)\b|待(?:补充|完善|填写|定)|未定|추후|позже/iu;
/** What a template has left to be filled in, a date, or the words that lead to a list. */
const NO_SENTENCE = /^[[(（【{<][^\])）】}>]*[\])）】}>]\.?$|\{\{|^\[?\d{4}[-/.年]|[:：]$/;
/** Speaks of the doc, or of the bank, and not of the project. */
const OF_THE_DOC =
  /^(?:this (?:document|file|doc|page|brief)|the memory bank|foundation document|last updated|本(?:文档|文件|文書|ドキュメント|ファイル)|此(?:文档|文件)|该文件|这个文件|この(?:ドキュメント|ファイル|文書)|이 (?:문서|파일)|(?:этот|данный) (?:документ|файл)|est[ea] (?:documento|archivo|arquivo)|ce (?:document|fichier)|dieses dokument|diese datei)/iu;
/** A label of something else than what the project is. */
const LABEL =
  /^(?!(?:overview|description|purpose|goal|summary|mission|vision|about)\b)[\p{L}\p{N} /-]{2,30}[:：]\s/iu;

/** The first paragraph that says something of the project, as one line; undefined where there is none. */
export function readFirstParagraph(text: string): string | undefined {
  const plain = text.replace(/^\uFEFF/, "").replaceAll(/\r\n?/g, "\n");
  const body = WRAPPER.test(plain)
    ? plain.replace(WRAPPER, "").replace(/`{3,}\s{0,9}$/, "")
    : plain;
  for (const { text: paragraph, isHtml } of readParagraphs(body).paragraphs) {
    if (isHtml) continue;
    const words = toPlainText(withoutMarkup(paragraph), LONGEST * 4);
    if (isAboutProject(words)) return cutAtSentence(words);
  }
  return undefined;
}

function isAboutProject(words: string): boolean {
  if (NO_SENTENCE.test(words) || OF_THE_DOC.test(words) || LABEL.test(words)) return false;
  if (words.length < 150 && NOTHING_YET.test(words)) return false;
  const wide = words.match(WIDE)?.length ?? 0;
  return wide >= LEAST_WIDE || words.split(" ").length >= LEAST_WORDS;
}

function cutAtSentence(words: string): string {
  if (words.length <= LONGEST) return words;
  const ends = [...words.slice(0, LONGEST).matchAll(/[。！？]|[.!?](?= )/g)];
  const end = ends.at(-1)?.index;
  return end === undefined ? toPlainText(words, LONGEST) : words.slice(0, end + 1);
}
