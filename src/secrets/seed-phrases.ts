import type { Detector, Hit } from "./hit.ts";

const LABEL =
  /(?:seed|recovery|secret|backup|mnemonic)[ -]?(?:phrase|words)|mnemonic|助记词|助記詞/i;
/** Twelve words or more, as wallets hand them out. */
const WORDS = /[a-z]{3,8}(?:[ ,]{1,2}(?:\d{1,2}[.)] ?)?[a-z]{3,8}){11,23}(?![A-Za-z])/;
/** Words that are on no wallet's list and in nearly every sentence. */
const SENTENCE = /\b(?:the|and|for|are|was|not|their|its|has|which|but)\b/;
/** The phrases of test networks repeat one word. */
const LEAST_DISTINCT = 8;
const REACH = 3;

/** The words that restore a wallet, behind their label or in the lines below it. */
export const findSeedPhrases: Detector = ({ lines }) => {
  const hits: Hit[] = [];
  for (const [label, text] of lines.entries()) {
    const at = LABEL.exec(text)?.index;
    if (at === undefined) continue;
    for (let line = label; line <= label + REACH; line++) {
      const value = WORDS.exec((lines[line] ?? "").slice(line === label ? at : 0))?.[0];
      if (value === undefined || SENTENCE.test(value)) continue;
      if (new Set(value.split(/[^a-z]+/)).size < LEAST_DISTINCT) continue;
      hits.push({ rule: "seed-phrase", value, line });
      break;
    }
  }
  return hits;
};
