import { languageOfLocale } from "../bank/language.ts";
import type { Language, Text } from "../types.ts";

let asked: Language | undefined;
let spoken: Language = "en";

/** Sets the language until a bank is known: `--lang`, else the setting, else the locale. */
export function chooseLanguage(argv: readonly string[], env: NodeJS.ProcessEnv): void {
  const named = /(?:^| )--lang[= ](\w+)/.exec(argv.join(" "))?.[1];
  asked = toLanguage(named) ?? toLanguage(env["MEMORY_BANK_LANG"]);
  spoken = asked ?? localeIn(env);
}

/** Sets the language of messages to the bank's, unless the user asked for another one. */
export function speak(language: Language): void {
  spoken = asked ?? language;
}

export function say(text: Text): string {
  return text[spoken];
}

export function spokenLanguage(): Language {
  return spoken;
}

/** The language that `--lang` or the setting asks for; undefined if neither does. */
export function askedLanguage(): Language | undefined {
  return asked;
}

export function localeIn(env: NodeJS.ProcessEnv): Language {
  return languageOfLocale(env["LC_ALL"] || env["LANG"]);
}

/** The date for plans and checks, and the locale, which decides the language if the bank does not. */
export function hereAndNow() {
  return { locale: localeIn(process.env), today: new Date().toISOString().slice(0, 10) };
}

function toLanguage(word: string | undefined): Language | undefined {
  const name = word?.trim().toLowerCase();
  return name === "en" || name === "zh" ? name : undefined;
}
