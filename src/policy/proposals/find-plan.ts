import type { MadePlan, Plans } from "../../proposal-types.ts";
import { type Clause, splitClauses } from "./clauses.ts";
import { foldWords } from "./fold-words.ts";
import { isAboutBank } from "./is-about-bank.ts";
import {
  APPLY_REQUEST,
  APPLY_SHOWN,
  ASKS_FIRST,
  OPEN_QUESTION,
  PLAN_ACTS,
  PLAN_NAMES,
  WAIVES,
} from "./plan-words.ts";
import { isAskedForNow, ownRequests } from "./own-requests.ts";
import { lastQuestion } from "./questions.ts";
import { shownLines } from "./shown-text.ts";

/**
 * Whether the agent's message asks the user for the plan, as the last thing that it asks for. In the turn of the plan
 * it need not say its name again.
 */
export function asksToApply(text: string, { id, isNew }: MadePlan): boolean {
  const words = foldWords(shownLines(text).join("\n"));
  const question = lastQuestion(words);
  if (question !== undefined && namesPlan(question, id)) return true;
  const isOpen = question === undefined || OPEN_QUESTION.test(question);
  if (!isNew || !isOpen || words.trim() === "") return false;
  return PLAN_NAMES.test(words) || splitClauses(words).every(isOpenClause);
}

function isOpenClause({ words }: Clause): boolean {
  return OPEN_QUESTION.test(words);
}

const SOME_ID = /\b[\da-f]{12}\b/g;

/** Whether a question asks for this plan. */
export function namesPlan(question: string, id: string): boolean {
  const words = foldWords(question);
  const ids = words.match(SOME_ID) ?? [];
  if (ids.length > 0) return ids.every((each) => each === id);
  return PLAN_NAMES.test(words) && PLAN_ACTS.test(words);
}

/** The plans that the user asks to have applied: the one that was made before, or any where they want no question. */
export function findPlanRequest(message: string, made: string | undefined): Plans {
  for (const sentence of ownRequests(message)) {
    const words = sentence.map((clause) => clause.words).join(", ");
    if (ASKS_FIRST.test(words)) return [];
    const plain = sentence.map((clause) => ({ ...clause, words: withoutWaiver(clause.words) }));
    const isAsked = (pattern: RegExp) => plain.some((clause) => isAskedForNow(clause, pattern));
    const isWaived = words.search(WAIVES) !== -1;
    if (isWaived && isAsked(APPLY_REQUEST) && isAboutBank(message)) return "any";
    if (made !== undefined && isAsked(APPLY_SHOWN)) return [made];
  }
  return [];
}

function withoutWaiver(words: string): string {
  return words.replaceAll(WAIVES, " ").replaceAll(/\s+/g, " ").trim();
}
