import { join } from "node:path";
import { detectLanguage } from "../../bank/language.ts";
import { ownWords } from "../../bank/own-words.ts";
import type { Language } from "../../types.ts";
import { readText } from "../disk/read.ts";
import { readBankState } from "./bank-state.ts";

/** What the docs of a bank speak that has no entry; undefined where they do not tell. */
export function readLanguage(bank: string): Language | undefined {
  return detectLanguage(ownWords(readBankState(bank).paths, (path) => readText(join(bank, path))));
}
