import { isQuestion, splitClauses } from "./clauses.ts";
import { foldWords } from "./fold-words.ts";
import { ownWords } from "./own-words.ts";
import { type Parsed, type Topic, type Unit, compileUnits, isNo, parse } from "./reply-units.ts";
import { BESIDE, ELSEWHERE, HOLD, MORE, NEXT, PART } from "./reply-words.ts";
import { findDocs } from "./find-docs.ts";
import { declinesSave, takesBack } from "./take-backs.ts";

export type { Topic } from "./reply-units.ts";

/** `mixed`: a yes together with something else. Write first, then answer. */
export type Reply = "confirm" | "decline" | "mixed" | "unrelated";

/** Nobody answers at greater length; what is longer was pasted. */
const LONGEST = 4000;

/**
 * What a reply to an offer means. Asked only when the assistant's last message carried one. In doubt it
 * is unrelated: a yes that was missed costs a question, one that was made up costs the user's trust.
 */
export function classifyReply(message: string, topic: Topic = "save"): Reply {
  const words = strip(foldWords(ownWords(message.slice(0, LONGEST))));
  const known = compileUnits(topic);
  const clauses = splitClauses(words).map((clause) => parse(clause, known));
  if (clauses.some(isCommandNot)) return "decline";
  const at = clauses.findIndex(({ units, rest }) => !isOnly(units, rest, "filler"));
  const first = clauses[at];
  if (first === undefined) return "unrelated";
  const later = clauses.slice(at + 1);
  if (declines(first)) {
    if (asksBack(first)) return "unrelated";
    return later.some(({ units }) => units.has("save") && !units.has("no"))
      ? "unrelated"
      : "decline";
  }
  if (PART.test(first.clause.words) && !isQuestion(first.clause))
    return topic === "plan" ? "unrelated" : "mixed";
  if (!isYes(first) || asksBack(first)) return later.some(insists) ? "decline" : "unrelated";
  if (later.some(declines)) return "decline";
  return classifyYes(first, later, topic);
}

function classifyYes(first: Parsed, later: readonly Parsed[], topic: Topic): Reply {
  const end = later.findIndex((parsed) => parsed.rest !== "" && !isYes(parsed));
  const answers = [first, ...(end === -1 ? later : later.slice(0, end))];
  if (answers.some(({ clause, rest }) => rest === "" && /[?…]/.test(clause.ending))) {
    return "unrelated";
  }
  const others = end === -1 ? [] : later.slice(end);
  const more = [
    ...answers.map(({ rest }) => rest).filter(Boolean),
    ...others.map(({ clause }) => clause.words),
  ];
  if (more.length === 0) return "confirm";
  if (more.some((words) => HOLD.test(words) || takesBack(words) || isElsewhere(words)))
    return "unrelated";
  // A plan is applied whole or not at all.
  if (topic === "plan" && more.some((words) => BUT.test(words) || PART.test(words)))
    return "unrelated";
  const between = later.slice(0, Math.max(end, 0)).map(({ clause }) => clause.words);
  const isBeside = [...between, more[0] ?? ""].some((words) => BESIDE.test(words));
  const saves = answers.some(({ units }) => units.has("save"));
  return isBeside ||
    more.some((words) => PART.test(words)) ||
    (saves && beginsAnew(answers.at(-1), others[0]))
    ? "mixed"
    : "unrelated";
}

const BUT =
  /^(?:and )?(?:but|except|without|minus|only|instead|though)\b|^(?:但|不过|只|仅|除了|除去)/;

/** Behind a comma, only what goes on to something else: all else says how, where, when or by whom it is meant. */
function beginsAnew(answer: Parsed | undefined, next: Parsed | undefined): boolean {
  if (answer === undefined || next === undefined || answer.rest !== "") return true;
  if (!/[,:]/.test(answer.clause.ending)) return true;
  return MORE.test(next.clause.words) || isQuestion(next.clause);
}

function isElsewhere(words: string): boolean {
  return ELSEWHERE.test(words) && findDocs(words).length === 0;
}

function declines(parsed: Parsed): boolean {
  return isNo(parsed) || refuses(parsed);
}

/** Says no at some length, whatever stands before it. */
function refuses({ clause }: Parsed): boolean {
  return declinesSave(clause.words) && !isQuestion(clause) && !HOLD.test(clause.words);
}

/** Of a bare no behind something else nobody knows what it is to. */
function insists(parsed: Parsed): boolean {
  const { words, ending } = parsed.clause;
  const isBare = /^(?:no+|n|nope|nah|not? (?:yet|now|really)|不|别|否|later|cancel|pass)$/.test(
    words,
  );
  return (isNo(parsed) && !isBare && ending !== "?") || refuses(parsed);
}

/** `mb:no` means the same anywhere but in the middle of a sentence or in a question. */
function isCommandNot({ clause }: Parsed): boolean {
  return !isQuestion(clause) && /^mb:no(?![\w:-])|(?<![\w/:-])mb:no$/.test(clause.words);
}

/** Begins with a yes, and whatever is left of it does not take it back. */
function isYes({ units, rest, clause }: Parsed): boolean {
  if (units.has("no") || !(units.has("yes") || units.has("save"))) return false;
  if (/\.md\b/.test(clause.words) && findDocs(clause.words).length === 0) return false;
  if (rest === "") return clause.ending !== ":";
  return BESIDE.test(rest) || (units.has("save") && NEXT.test(rest)) || HOLD.test(rest);
}

/** `好不好`: both words of an answer, and none. */
function asksBack({ units, clause }: Parsed): boolean {
  return units.has("yes") && /(\p{Script=Han})不\1/u.test(clause.words);
}

function isOnly(units: ReadonlySet<Unit>, rest: string, unit: Unit): boolean {
  return rest === "" && units.size === 1 && units.has(unit);
}

/** The words that an offer tells to answer with, as it shows them. What else stands in quotes was said by somebody. */
const OFFERED = /^"(?:yes|ok|sure|no|skip|好|写|确认|可以|行|不用|不要|跳过|算了|mb:write|mb:no)"$/;

/** A reply may end in a smile. */
function strip(words: string): string {
  const trimmed = words.replaceAll(/(?<=^|\s)[:;=]-?[)dp]+(?=\s|$)/g, " ").trim();
  return OFFERED.test(trimmed) ? trimmed.slice(1, -1) : trimmed;
}
