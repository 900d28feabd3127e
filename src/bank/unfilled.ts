import { scanLines } from "../markdown/scan-lines.ts";

/** What may precede a line's words: marks of lists, boxes, quotes and tables, and the label of a blank. */
const LEAD =
  /^[\s>*+|#-]*(?:\d+[.)]\s+)?(?:\[[ xX]?\]\s*)?(?:[*_]*[^*_:：[\]]{1,60}[*_]*[:：][*_]*\s*)?/;
/** Words that ask the reader to write something here. */
const BLANK =
  /^(?:[*_`]*(?:\[[^\]]*\](?!\()|\{[^}]*\}|<[^<>]*>|[(（][^()（）]*[)）]|tbd|todo|to be (?:determined|defined|added|filled|documented|decided|updated)\b.*|n\/a|none yet|待填写|待补充|待定|暂无|yyyy-mm-dd)[*_`.。,;|\s-]*)+$/i;
/** A question to the reader, or a line that tells what to write. */
const ASKS = /^(?:describe|list|document|outline|explain|summarize)\b|[?？]$/i;
/** How template lines of Roo and Cline begin, also in translations: "this file …". Any text may follow. */
const LEAD_SENTENCE =
  /^(?:this (?:file|document) (?:provides|tracks|records|documents|contains|captures)\b|este (?:arquivo|archivo)\b|ce fichier\b|diese datei\b|(?:этот|данный) файл|이 파일은|この(?:ファイル|文書)|[本此该](?:文件|文档)|(?:it is )?optional, but recommended|[\dymdhs:\s-]*log (?:of updates made|de atualiza))/i;
const MOST_WORDS_FILLED = 0.25;

/** Whether nobody has filled in a doc's template: nearly every line only says what to write there. */
export function isUnfilled(text: string): boolean {
  const lines = scanLines(text)
    .filter(({ kind }) => kind === "text" || kind === "code" || kind === "fence")
    .map(({ from, to }) => text.slice(from, to))
    .filter((line) => /[\p{L}\p{N}]/u.test(line.replaceAll(/<!--.*?-->/g, "")));
  const filled = lines.filter((line) => !isBlankLine(line));
  return filled.length <= lines.length * MOST_WORDS_FILLED;
}

/** Whether a line says only that something is to be written here. */
function isBlankLine(line: string): boolean {
  const words = line.replace(LEAD, "").trim();
  if (isLeadSentence(line)) return true;
  const whole = line.replace(/^[\s>*+|-]*/, "").trim();
  return words === "" || ASKS.test(whole) || BLANK.test(words) || BLANK.test(whole);
}

/** Whether a line is another tool's template text about the file, not the project's own text. */
export function isLeadSentence(line: string): boolean {
  return LEAD_SENTENCE.test(line.replace(/^[\s>*_(]*/, ""));
}
