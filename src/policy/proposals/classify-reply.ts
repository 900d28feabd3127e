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
  foldWords,
} from "./reply-words.ts";

/** What a message says to an offer. `mixed`: yes, and something else as well. */
export type Reply = "confirm" | "mixed" | "decline" | "unrelated";

const COMMAND = /(?<![\w/:-])mb:(?:write|no)(?![\w:-])/;
/** `"yes"` and `**yes**` are that word alone. */
const QUOTED = /^["'*_(]{1,3}([^"'*_()]{1,40})["'*_)]{1,3}[.!。]?$/;
/** Between an answer and what follows it. */
const GAP = /^(?:[\s.,!;。、~—–-]|:-?\))*/u;
const SENTENCE = /^(?:[^.!;\n。]|\.(?=\S))*/u;
/** `Yes. Why?` asks about the offer; a longer question is about something else. */
const SHORTEST = 5;

/** A short list of words at the beginning of a message decides. In doubt nothing is confirmed. */
export function classifyReply(message: string): Reply {
  const text = foldWords(message).trim().replace(QUOTED, "$1");
  return readCommand(text) ?? readWords(text);
}

/** The two commands count anywhere, unless they are negated, asked about or put under a condition. */
function readCommand(text: string): Reply | undefined {
  const found = COMMAND.exec(text);
  if (found === null) return undefined;
  const { index, 0: command } = found;
  const before = /[^.!?;\n。]*$/.exec(text.slice(0, index))?.[0] ?? "";
  const after = text.slice(index + command.length);
  const clause = before.split(",").at(-1)?.trim() ?? "";
  const isOpen =
    ASKS.test(clause) || NEGATES.test(clause) || /^ ?(?:\?|is|means?|是|吗)/.test(after);
  if (isOpen || TAKES_BACK.test(before) || TAKES_BACK.test(after)) return "unrelated";
  if (command === "mb:no") return "decline";
  return /^[\s.!。]*$/.test(before + after) ? "confirm" : "mixed";
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
    if (no > Math.max(yes, polite)) return isWhole(gap, rest) ? "decline" : "unrelated";
    hasYes ||= yes === longest;
  }
  if (!hasYes || /\.\.|…/.test(gap)) return "unrelated";
  if (rest === "") return "confirm";
  return isWhole(gap, rest) && goesOn(gap, rest) ? "mixed" : "unrelated";
}

/** Whether the answer is whole without what follows: `no tests fail` is no answer. */
function isWhole(gap: string, rest: string): boolean {
  return rest === "" || /\S|\n/.test(gap) || GOES_ON.test(rest);
}

/** What follows a yes must not take it back, negate it, ask about it or tell of something else. */
function goesOn(gap: string, rest: string): boolean {
  const sentence = SENTENCE.exec(rest)?.[0] ?? "";
  const clause = sentence.split(",")[0] ?? "";
  if (TAKES_BACK.test(sentence) || !/^[\p{L}\p{N}"'(]/u.test(rest)) return false;
  const isBeside = BESIDE.test(clause);
  const isApart = sentence.length >= SHORTEST && (isBeside || /[.!\n。]/.test(gap));
  if (ASKS.test(sentence) && !isApart) return false;
  return isBeside || !(NEGATES.test(clause) || TELLS.test(clause));
}
