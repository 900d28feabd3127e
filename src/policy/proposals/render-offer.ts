import { shownPath } from "../../bank/shown-path.ts";
import type { Docs } from "../../proposal-types.ts";
import type { Language } from "../../types.ts";

/** The lines of an offer, as `findOffer` reads them. Without points it is the form to fill in. */
export function renderOffer(
  targets: readonly string[],
  points: readonly string[],
  language: Language,
): string[] {
  const { question, form, content, semicolon } = WORDS[language];
  return [
    question,
    ...targets.map((target) => `   → ${target}`),
    `   → ${content}${(points.length > 0 ? points : form).join(semicolon)}`,
  ];
}

/** Docs as paths from the project's folder. */
export function addressesOf(docs: Docs, bankName: string): string[] {
  return docs === "any" ? [`${bankName}/`] : docs.map((doc) => shownPath(bankName, doc));
}

const WORDS = {
  en: {
    question: "💾 Save this to the Memory Bank?",
    form: ["{point 1}", "{point 2}"],
    content: "Content: ",
    semicolon: "; ",
  },
  zh: {
    question: "💾 要把这次的发现写入 Memory Bank 吗？",
    form: ["{要点1}", "{要点2}"],
    content: "内容：",
    semicolon: "；",
  },
} as const;
