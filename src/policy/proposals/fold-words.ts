/** Traditional characters of the words that are looked for, each before its simplified one. */
const SIMPLIFIED = new Map(
  [
    "寫写確确認认記记錄录進进這这個个請请謝谢過过別别對对沒没問问題题順顺還还後后庫库憶忆決决約约",
    "規规則则標标準准驗验條条麻麻煩烦幫帮係系無无須须齊齐當当該该從从統统結结構构腳脚動动實实現现",
    "測测試试間间開开關关發发為为嗎吗讓让說说點点總总兩两應应會会將将來来書书據据導导課课訓训業业務务",
  ]
    .join("")
    .match(/../gu)
    ?.map((pair) => [pair.slice(0, 1), pair.slice(1)] as const) ?? [],
);

/** Zero-width characters, and the signs that give an emoji its colour or its gender. */
const UNSEEN = /\u200B|\u200C|\u200D|\u2060|\uFE0E|\uFE0F|\u2640|\u2642|[\u{1F3FB}-\u{1F3FF}]/gu;

/** One spelling for what a reader takes as the same: letter case, width, script, quotes, skin tones. */
export function foldWords(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(UNSEEN, "")
    .replaceAll(/[‘’ʼ`´]/g, "'")
    .replaceAll(/[“”„«»「」『』]/g, '"')
    .replaceAll(/\p{Script=Han}/gu, (character) => SIMPLIFIED.get(character) ?? character);
}
