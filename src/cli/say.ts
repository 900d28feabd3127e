import { languageOfLocale } from "../bank/language.ts";
import type { Language, Text } from "../types.ts";

let asked: Language | undefined;
let spoken: Language = "en";

/** Until a bank is known: `--lang`, else the setting, else the locale. */
export function chooseLanguage(argv: readonly string[], env: NodeJS.ProcessEnv): void {
  const named = /(?:^| )--lang[= ](\w+)/.exec(argv.join(" "))?.[1];
  asked = toLanguage(named) ?? toLanguage(env["MEMORY_BANK_LANG"]);
  spoken = asked ?? localeIn(env);
}

/** A bank is spoken of in its own language, unless somebody asked for another. */
export function speak(language: Language): void {
  spoken = asked ?? language;
}

export function say(text: Text): string {
  return text[spoken];
}

export function spokenLanguage(): Language {
  return spoken;
}

/** Only what was asked for. */
export function askedLanguage(): Language | undefined {
  return asked;
}

export function localeIn(env: NodeJS.ProcessEnv): Language {
  return languageOfLocale(env["LC_ALL"] || env["LANG"]);
}

/** What plans and checks go by where the bank does not say. */
export function hereAndNow() {
  return { locale: localeIn(process.env), today: new Date().toISOString().slice(0, 10) };
}

function toLanguage(word: string | undefined): Language | undefined {
  const name = word?.trim().toLowerCase();
  return name === "en" || name === "zh" ? name : undefined;
}
