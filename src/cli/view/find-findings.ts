import { checkBank } from "../../check/check-bank.ts";
import { readCheckInput } from "../../io/bank/read-check-input.ts";
import type { Language } from "../../types.ts";
import type { Finding } from "../../check/finding.ts";
import type { Opened } from "../open.ts";
import { localeIn } from "../say.ts";

/** As many as the command looks at. */
const MOST_DOCS = 50_000;

/** What `check` says of the bank, in the page's language. */
export function findFindings(
  { location, settings, words }: Opened,
  lang: Language | undefined,
): readonly Finding[] {
  const { root, bank, directory } = location;
  const today = new Date().toISOString().slice(0, 10);
  const here = { directory, lang, locale: localeIn(process.env), today };
  const options = {
    ...settings,
    ...here,
    words,
    mostDocs: MOST_DOCS,
    asksGit: true,
  };
  return checkBank(readCheckInput({ root, bank }, options));
}
