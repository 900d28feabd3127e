import { type Clause, splitClauses } from "./clauses.ts";
import { foldWords } from "./fold-words.ts";
import { ownWords } from "./own-words.ts";
import {
  ASKING,
  ASKING_CHINESE,
  ASKS_WHETHER,
  CONDITION,
  BEHIND_NAME,
  HEDGED,
  IF_SO,
  IS_SEQUENCE,
  JOINS,
  LATER,
  MAKES_CODE,
  NO_NAME,
  NEGATED,
  NEGATES_WHAT_FOLLOWS,
  OBJECT_CHINESE,
  OPENS,
  POLITE,
  REPORTED,
  REPORTS,
  REPORTS_BEFORE,
  SHOWS_NEXT,
  SPEAKS_TO,
  STARTS_CONDITION,
  TELLS,
  TOLD_AFTER,
  TOLD_BEFORE,
  WANTS_CODE,
} from "./request-words.ts";
import { HOLD, VERB } from "./reply-words.ts";
import { compileUnits, isNo, parse } from "./reply-units.ts";
import { takesBack } from "./take-backs.ts";
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
  const clauses = splitClauses(foldWords(unquotedWords(message))).map((clause) => ({
    ...clause,
    words: clause.words.replace(BULLET, "").slice(0, LONGEST_CLAUSE),
  }));
  const known = compileUnits("save");
  const from = clauses.findLastIndex(
    (clause) => takesBack(clause.words) || isNo(parse(clause, known)),
  );
  const standing = new Set(clauses.slice(from + 1));
  return segmentsOf(clauses)
    .map((segment) => askingPart(segment).filter((clause) => standing.has(clause)))
    .filter((part) => part.length > 0);
}

const BULLET = /^(?:(?:[-*+•]|\d{1,2}[.)]|\/[\w-]{1,40})\s+)+/;

/** Sentences, and what stands before a colon. What stands behind it is the writer's own only where they say so. */
function segmentsOf(clauses: readonly Clause[]): Clause[][] {
  const segments: Clause[][] = [];
  let segment: Clause[] = [];
  let isShown = false;
  let asked: Clause | undefined;
  for (const [index, clause] of clauses.entries()) {
    segment.push(clause);
    if (clause.ending === "," && index < clauses.length - 1) continue;
    const isAnswer = asked !== undefined && IF_SO.test(segment[0]?.words ?? "");
    if (!isShown && !isAnswer) segments.push(segment);
    isShown = introduces(clause) || (isShown && !clause.endsLine);
    asked = clause.ending === "?" && !POLITE.test(clause.words) ? clause : undefined;
    segment = [];
  }
  return segments;
}

function introduces({ words, ending }: Clause): boolean {
  return ending === ":" ? !OPENS.test(words) : SHOWS_NEXT.test(words);
}

function askingPart(segment: readonly Clause[]): Clause[] {
  const kept: Clause[] = [];
  for (const [index, clause] of segment.entries()) {
    const { words } = clause;
    if (isAddressee(clause, index, segment)) return [];
    if (REPORTED.test(words) || (index > 0 && BUT.test(words) && HOLD.test(words))) return [];
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

const TASK = new RegExp(`^${VERB}$`);

/** `Tom, please …` is said to Tom. */
function isAddressee(
  { words, ending }: Clause,
  index: number,
  segment: readonly Clause[],
): boolean {
  if (SPEAKS_TO.test(words)) return true;
  const isWord = index === 0 && segment.length > 1 && ending === "," && /^[a-z]+$/.test(words);
  return isWord && !NO_NAME.test(words) && !TASK.test(words);
}

const BUT = /^(?:but|though|only)\b|^(?:但|不过|可是|只是)/;
const GOES_ON = /^(?:and|then|also|finally)\b|^(?:然后|再|并|最后|接着)/;

function isCondition(words: string): boolean {
  return STARTS_CONDITION.test(words) && !IS_SEQUENCE.test(words);
}

/** Whether a clause asks for what the pattern finds: to be done, by the agent, now. */
export function isAskedForNow({ words, ending }: Clause, pattern: RegExp): boolean {
  if (ASKS_WHETHER.test(words) || HEDGED.test(words)) return false;
  if ((ending === "?" || /(?:吗|么|呢)$/.test(words)) && !POLITE.test(words)) return false;
  const found = pattern.exec(words);
  if (found === null || MAKES_CODE.test(found[0]) || isBound(found[0])) return false;
  const before = words.slice(0, found.index).trim();
  const after = words.slice(found.index + found[0].length).trim();
  const content = after.search(CONTENT);
  if (NEGATED.test(content === -1 ? words : words.slice(0, words.length - after.length + content)))
    return false;
  if (REPORTS_BEFORE.test(before) || TOLD_AFTER.test(after.replace(/^\(/, "")) || LATER.test(after))
    return false;
  if (!isWholeName(found[0], after)) return false;
  if (/(?:^|\s)@\S/.test(before) || STARTS_CONDITION.test(before)) return false;
  if (CONDITION.test(before) || isConditionBehind(after)) return false;
  const isEnglish = /^[a-z]/.test(found[0]) && !/^[a-z]+\s*[到进入在至]/.test(found[0]);
  return isEnglish ? isSaidToAgent(before) : isAskedInChinese(before, after);
}

const TAKES_OUT = /\b(?:but|except|besides|apart from|not)\b/;
/** A link to the bank, and a write to it, are no bank. */
const OF_BANK =
  /^(?:update|amend|extend|correct)\b.*\b(?:to|about|of|on|for|with|from) (?:\w+ ){0,2}?\S+$|\b(?:every|each|all|any) (?:write|read|access|change)/;

/** What stands between the verb and the bank says when, or takes the bank out. */
export function isBound(found: string): boolean {
  return CONDITION.test(found) || TAKES_OUT.test(found) || OF_BANK.test(found);
}

/** `memory bank parser` is the name of something else. */
export function isWholeName(found: string, after: string): boolean {
  return !found.endsWith("bank") || !/^[a-z]/.test(after) || BEHIND_NAME.test(after);
}

/** From here on it says what is saved. */
const CONTENT = /\b(?:that|how|why|because|so)\b/;

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
  return (
    !MAKES_CODE.test(before.replace(/^.*(?:后|再|然后)/, "")) && !MAKES_CODE.test(after.slice(0, 4))
  );
}

export function withoutAsking(text: string): string {
  let rest = text;
  for (let next = ""; next !== rest;) {
    next = rest;
    rest = rest.replace(ASKING, "");
  }
  return rest;
}
