import { findDocs } from "./find-docs.ts";
import { foldWords } from "./fold-words.ts";
import {
  ASKS,
  BESIDE,
  CONFIRMS,
  DECLINES,
  GOES_ON,
  IS_POLITE,
  NEGATES,
  TAKES_BACK,
  TELLS,
} from "./reply-words.ts";

/** What a message says to an offer. `mixed`: yes, and something else as well. */
export type Reply = "confirm" | "mixed" | "decline" | "unrelated";

const COMMAND = /(?<![\w/:-])mb:(write|no)(?![\w:-])/g;
const SENTENCE = /^(?:[^.!;\n。]|\.(?=\S))*/u;
/** Between an answer and what follows it. */
const GAP = /^(?:[\s.,!;。、~—–-]|:-?\))*/u;
const PLACE =
  /^(?:to|in|into|under) (?:the |our |your |this )?(?:project )?(?:memory|bank|there)\b/;
/** `Yes. Why?` asks about the offer; a longer question in a sentence of its own is about something else. */
const SHORTEST = 5;

/** A short list of words at the beginning of a message decides. In doubt nothing is confirmed. */
export function classifyReply(message: string): Reply {
  const text = unquoted(foldWords(message).trim());
  return readCommand(text) ?? readWords(text);
}

/** Whether the message gives one of our commands. */
export function hasCommand(message: string): boolean {
  return foldWords(message).search(COMMAND) !== -1;
}

/** `"yes"` and `**yes**` are that word alone. */
function unquoted(text: string): string {
  return /^["'*_(]{1,3}([^"'*_()]{1,40})["'*_)]{1,3}[.!。]?$/.exec(text)?.[1] ?? text;
}

/** The two commands count anywhere, unless they are negated, asked about or put under a condition. */
function readCommand(text: string): Reply | undefined {
  const found = [...text.matchAll(COMMAND)];
  if (found.length === 0) return undefined;
  const meant = found.filter(({ index, 0: { length } }) => {
    const before = /[^.!?;\n。]*$/.exec(text.slice(0, index))?.[0] ?? "";
    const after = /^[^\n]*/.exec(text.slice(index + length))?.[0] ?? "";
    const clause = /[^,]*$/.exec(before)?.[0].trim() ?? "";
    const isAsked = ASKS.test(clause) || /^\s*(?:\?|is\b|does\b|means?\b|是|吗)/.test(after);
    return !isAsked && !NEGATES.test(clause) && !TAKES_BACK.test(before) && !TAKES_BACK.test(after);
  });
  if (meant.length === 0) return "unrelated";
  if (meant.some(([, word]) => word === "no")) return "decline";
  return /^[\s.!。]*$/.test(text.replaceAll(COMMAND, "")) ? "confirm" : "mixed";
}

/** Takes words of yes, of no and polite ones from the beginning, as long as there are any. */
function readWords(text: string): Reply {
  let rest = text;
  let gap = "";
  let hasYes = false;
  for (;;) {
    const matched = (words: RegExp) => words.exec(rest)?.[0].length ?? 0;
    const [yes, polite, no] = [matched(CONFIRMS), matched(IS_POLITE), matched(DECLINES)];
    const longest = Math.max(yes, polite, no);
    if (longest === 0) break;
    rest = rest.slice(longest);
    gap = GAP.exec(rest)?.[0] ?? "";
    rest = rest.slice(gap.length);
    if (no > Math.max(yes, polite)) return isApart(gap, rest) ? "decline" : "unrelated";
    hasYes ||= yes === longest;
  }
  if (!hasYes || /\.\.|…/.test(gap)) return "unrelated";
  return rest === "" ? "confirm" : readRest(gap, rest);
}

/** Whether the answer is whole without what follows: `no tests fail` is no answer. */
function isApart(gap: string, rest: string): boolean {
  if (rest === "" || /\S|\n/.test(gap)) return true;
  return GOES_ON.test(rest) || /^\p{Script=Han}/u.test(rest) || isPlace(rest);
}

function isPlace(rest: string): boolean {
  return PLACE.test(rest) || (/^(?:to|in|into|under) /.test(rest) && findDocs(rest).length > 0);
}

function isElsewhere(rest: string): boolean {
  return /^(?:to|in|into|on|onto|as) |^(?:记|写|放|存|保存)[到在进]/.test(rest) && !isPlace(rest);
}

/** What follows a yes must not take it back, negate it, ask about it or tell of something else. */
function readRest(gap: string, rest: string): Reply {
  if (!isApart(gap, rest) || !/^[\p{L}\p{N}"'(]/u.test(rest)) return "unrelated";
  const sentence = SENTENCE.exec(rest)?.[0] ?? "";
  const clause = sentence.split(",")[0] ?? "";
  const isAsked = ASKS.test(sentence);
  if (TAKES_BACK.test(sentence)) return "unrelated";
  if (BESIDE.test(clause)) return isAsked && sentence.length < SHORTEST ? "unrelated" : "mixed";
  if (isElsewhere(rest) || NEGATES.test(clause)) return "unrelated";
  if (TELLS.test(clause) && !GOES_ON.test(clause)) return "unrelated";
  const isOwnSentence = /[.!\n。]/.test(gap) && sentence.length >= SHORTEST;
  if (isAsked && !isOwnSentence) return "unrelated";
  return isPlace(rest) && rest === sentence ? "confirm" : "mixed";
}
