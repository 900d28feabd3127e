import { foldWords } from "./fold-words.ts";
import { ownWords } from "./own-words.ts";
import { COMMAND } from "./reply-words.ts";

const NAMES =
  /(?<![\p{L}\p{N}_])memory[ -]?banks?(?![\p{Script=Latin}\p{N}_])|(?<![\p{L}\p{N}_.-])memory\.md(?![\p{Script=Latin}\p{N}_])|记忆库|\b(?:user|machine)_block(?:_|\b)|memory-bank-(?:refresh|writer)/u;

const LONGEST = 20_000;

/** Whether the user talks of the Memory Bank itself, so that an offer to save that would be idle. */
export function isAboutBank(message: string): boolean {
  const words = wordsOf(message);
  return NAMES.test(words) || COMMAND.test(words);
}

/** Whether the message gives one of our commands: no new offer comes after it. */
export function hasCommand(message: string): boolean {
  return COMMAND.test(wordsOf(message));
}

function wordsOf(message: string): string {
  return foldWords(ownWords(message.slice(0, LONGEST)));
}
