import type { Detector, Hit } from "./hit.ts";

/** Words in a row, as dice or a generator give them. */
const WORDS = String.raw`[a-z]{3,12}(?:[ -][a-z]{2,12}){3,9}(?:[ -]?\d{1,4})?`;
const LABEL = String.raw`(?:pass[- ]?phrase|密码短语|口令短语|短语密码)["'\`*]{0,3}(?: [\w'’-]{1,20}){0,6}?`;
const SIGN = String.raw`(?:[ \t]{0,2}[:=][ \t]{0,2}|[ \t]{0,2}(?:is|was|是|为|設為|设为)[ \t:]{0,2}|[ \t]{1,2})`;
/** In quotes anything may stand in a row; without them, hyphens keep it together. */
const QUOTED = new RegExp(`${LABEL}${SIGN}["'\`“「](${WORDS})["'\`”」]`, "gi");
const HYPHENED = new RegExp(`${LABEL}${SIGN}(${WORDS.replace("[ -]", "-")})(?![\\w-])`, "gi");
/** Words of sentences, and of where a passphrase is kept. */
const SENTENCE =
  /\b(?:the|and|for|are|is|in|of|to|be|by|on|or|was|not|its?|has|which|but|with|from|that|this|must|you|your|our|never|always|kept|keep|stored|store|see|ask|use|used|vault|secret|pass\w*|word|phrase|here|goes|example|change|long|characters|staple|disk|only|known|safe|team)\b/i;

/** Passphrases: several words that say nothing, behind a label that says what they are. */
export const findPassphrases: Detector = ({ changed }) => {
  const hits: Hit[] = [];
  for (const [line, text] of changed) {
    if (!/phrase|短语/i.test(text)) continue;
    for (const [, value = ""] of [...text.matchAll(QUOTED), ...text.matchAll(HYPHENED)]) {
      if (!SENTENCE.test(value)) hits.push({ rule: "password-assignment", value, line });
    }
  }
  return hits;
};
