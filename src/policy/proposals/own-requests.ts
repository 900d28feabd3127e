import { type Clause, splitClauses } from "./clauses.ts";
import { foldWords } from "./fold-words.ts";
import { ownWords } from "./own-words.ts";
import {
  ASKING,
  ASKING_CHINESE,
  ASKS_WHETHER,
  CONDITION,
  HEDGED,
  INTRODUCES,
  IS_SEQUENCE,
  JOINS,
  MAKES_CODE,
  NEGATED,
  NEGATES_WHAT_FOLLOWS,
  OBJECT_CHINESE,
  POLITE,
  REPORTED,
  REPORTS,
  REPORTS_BEFORE,
  STARTS_CONDITION,
  TELLS,
  TOLD_AFTER,
  TOLD_BEFORE,
  WANTS_CODE,
} from "./request-words.ts";
import { withoutQuotes } from "./without-quotes.ts";

const LONGEST = 20_000;
/** A request is short; no pattern gets to see more of a clause. */
const LONGEST_CLAUSE = 300;

/** A message as its writer's own words, with what they name in quotes. */
export function unquotedWords(message: string): string {
  return withoutQuotes(ownWords(message.slice(0, LONGEST)));
}

/** The sentences in which the user may ask for something: without what is reported, quoted, or hangs on a condition. */
export function ownRequests(message: string): Clause[][] {
  const clauses = splitClauses(foldWords(unquotedWords(message))).map(({ words, ending }) => ({
    words: words.replace(/^(?:[-*+•]|\/[\w-]{1,40})\s+/, "").slice(0, LONGEST_CLAUSE),
    ending,
  }));
  return segmentsOf(clauses)
    .map(askingPart)
    .filter((part) => part.length > 0);
}

/** Sentences, and what stands before and behind a colon; without what somebody else is said to have said there. */
function segmentsOf(clauses: readonly Clause[]): Clause[][] {
  const segments: Clause[][] = [];
  let segment: Clause[] = [];
  let isReported = false;
  for (const clause of clauses) {
    segment.push(clause);
    if (clause.ending === ",") continue;
    if (!isReported) segments.push(segment);
    isReported = clause.ending === ":" && (isReported || introduces(clause));
    segment = [];
  }
  if (!isReported) segments.push(segment);
  return segments;
}

function introduces({ words }: Clause): boolean {
  return INTRODUCES.test(words) || REPORTS.test(words);
}

function askingPart(segment: readonly Clause[]): Clause[] {
  const kept: Clause[] = [];
  for (const [index, clause] of segment.entries()) {
    const { words } = clause;
    if (REPORTED.test(words)) return [];
    if (isCondition(words)) {
      const isBehind =
        index === segment.length - 1 && !/^(?:and|also)\b|^(?:并且|而且|另外)/.test(words);
      return isBehind ? [] : kept;
    }
    if (NEGATES_WHAT_FOLLOWS.test(words) || (REPORTS.test(words) && clause.ending === ","))
      return kept;
    kept.push(clause);
    if (WANTS_CODE.test(words) && !GOES_ON.test(segment[index + 1]?.words ?? "")) return kept;
  }
  return kept;
}

const GOES_ON = /^(?:and|then|also|finally)\b|^(?:然后|再|并|最后|接着)/;

function isCondition(words: string): boolean {
  return STARTS_CONDITION.test(words) && !IS_SEQUENCE.test(words);
}

/** Whether a clause asks for what the pattern finds: to be done, by the agent, now. */
export function isAskedForNow({ words, ending }: Clause, pattern: RegExp): boolean {
  if (NEGATED.test(words) || ASKS_WHETHER.test(words) || HEDGED.test(words)) return false;
  if ((ending === "?" || /(?:吗|么|呢)$/.test(words)) && !POLITE.test(words)) return false;
  const found = pattern.exec(words);
  if (found === null || MAKES_CODE.test(found[0])) return false;
  const before = words.slice(0, found.index).trim();
  const after = words.slice(found.index + found[0].length).trim();
  if (REPORTS_BEFORE.test(before) || TOLD_AFTER.test(after)) return false;
  if (CONDITION.test(before) || isConditionBehind(after)) return false;
  return /^[a-z]/.test(found[0]) ? isSaidToAgent(before) : isAskedInChinese(before, after);
}

/** What is saved may speak of conditions: "that we retry if it fails". */
function isConditionBehind(after: string): boolean {
  const found = CONDITION.exec(after);
  if (found === null || IS_SEQUENCE.test(after.slice(found.index))) return false;
  return !/\b(?:that|how|why|what|which|where)\b/.test(after.slice(0, found.index));
}

/** The verb stands where a request has it: first, or joined to another request. */
function isSaidToAgent(before: string): boolean {
  if (withoutAsking(before) === "") return true;
  return JOINS.test(before) && (before.endsWith("please") || !TELLS.test(before));
}

function isAskedInChinese(before: string, after: string): boolean {
  const object = before.replace(ASKING_CHINESE, "");
  if (TOLD_BEFORE.test(before) || TELLS.test(before)) return false;
  if (object !== "" && !OBJECT_CHINESE.test(object)) return false;
  return !MAKES_CODE.test(before) && !MAKES_CODE.test(after.slice(0, 4));
}

export function withoutAsking(text: string): string {
  let rest = text;
  for (let next = ""; next !== rest;) {
    next = rest;
    rest = rest.replace(ASKING, "");
  }
  return rest;
}
