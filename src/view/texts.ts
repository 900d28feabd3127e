import type { Language } from "../types.ts";
import { TEXTS_EN, type Texts } from "./texts-en.ts";
import { TEXTS_ZH } from "./texts-zh.ts";

const TEXTS: Readonly<Record<Language, Texts>> = { en: TEXTS_EN, zh: TEXTS_ZH };

export type Say = (key: keyof Texts, values?: Readonly<Record<string, string | number>>) => string;

export function textsIn(language: Language): Say {
  return (key, values = {}) =>
    chooseNumber(TEXTS[language][key], values["n"]).replaceAll(
      /\{(\w+)\}/g,
      (whole, name: string) => String(values[name] ?? whole),
    );
}

function chooseNumber(text: string, count: string | number | undefined): string {
  const [one = "", many = one] = text.split("|");
  return count === 1 || count === "1" ? one : many;
}
