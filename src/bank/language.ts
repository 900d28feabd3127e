import type { Language } from "../types.ts";

const SAMPLE = 20_000;
const CJK = /[\u3400-\u9fff]/g;
const KANA = /[\u3041-\u30ff]{2}/;
const LATIN = /[A-Za-z]/g;

/** The language a text is written in. Headings are English in every bank, so a small share of CJK decides. */
export function detectLanguage(text: string): Language | undefined {
  const sample = text.slice(0, SAMPLE);
  const cjk = sample.match(CJK)?.length ?? 0;
  const latin = sample.match(LATIN)?.length ?? 0;
  // Japanese is written with Chinese characters too; kana tell it apart.
  if (cjk + latin === 0 || KANA.test(sample)) return undefined;
  return cjk / (cjk + latin) > 0.15 ? "zh" : "en";
}

/** `zh_CN.UTF-8` and its like. */
export function languageOfLocale(locale: string | undefined): Language {
  return locale?.toLowerCase().startsWith("zh") ? "zh" : "en";
}
