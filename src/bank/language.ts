import type { Language } from "../types.ts";
import { ENTRY, OLD_ENTRIES } from "./layout.ts";
import { ROLES, docOf } from "./roles.ts";

const SAMPLE = 20_000;
const CJK = /[\u3400-\u9fff]/g;
const KANA = /[\u3041-\u30ff]{2}/;
const LATIN = /[A-Za-z]/g;

/** The language of a text. Headings are English in every bank, so a small share of CJK characters decides. */
export function detectLanguage(text: string): Language | undefined {
  const sample = text.slice(0, SAMPLE);
  const cjk = sample.match(CJK)?.length ?? 0;
  const latin = sample.match(LATIN)?.length ?? 0;
  // Japanese is written with Chinese characters too; kana tell it apart.
  if (cjk + latin === 0 || KANA.test(sample)) return undefined;
  return cjk / (cjk + latin) > 0.15 ? "zh" : "en";
}

/** The language of a locale such as `zh_CN.UTF-8`. */
export function languageOfLocale(locale: string | undefined): Language {
  return locale?.toLowerCase().startsWith("zh") ? "zh" : "en";
}

/** The text that shows which language a bank speaks: its entry, else the docs that play a role. */
export function ownWords(
  paths: readonly string[],
  read: (path: string) => string | undefined,
): string {
  const textOf = (names: readonly string[]) => names.flatMap((name) => read(name) ?? []).join("\n");
  return (
    textOf([ENTRY, ...OLD_ENTRIES]) || textOf(ROLES.flatMap((role) => docOf(role, paths) ?? []))
  );
}
