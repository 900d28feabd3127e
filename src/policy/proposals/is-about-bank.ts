import { foldWords } from "./fold-words.ts";
import { ownWords } from "./own-words.ts";
import { COMMAND } from "./reply-words.ts";

const NAMES =
  /(?<![\p{L}\p{N}_])memory[ -]?banks?(?![\p{Script=Latin}\p{N}_])|(?<![\p{L}\p{N}_.-])memory\.md(?![\p{Script=Latin}\p{N}_])|记忆库|\b(?:user|machine)_block(?:_|\b)|memory-bank-(?:refresh|writer)/u;

/** Whether the user talks of the Memory Bank itself, so that an offer to save that would be idle. */
export function isAboutBank(message: string): boolean {
  const words = foldWords(ownWords(message));
  return NAMES.test(words) || COMMAND.test(words);
}

/** Whether the message gives one of our commands: no new offer comes after it. */
export function hasCommand(message: string): boolean {
  return COMMAND.test(foldWords(ownWords(message)));
}
