import type { MadePlan, Plans } from "../../proposal-types.ts";
import { asksForPlan, asksToBuild } from "./asked-acts.ts";
import { splitClauses } from "./clauses.ts";
import { foldWords } from "./fold-words.ts";
import { isAboutBank } from "./is-about-bank.ts";
import {
  APPLY_REQUEST,
  APPLY_SHOWN,
  ASKS_FIRST,
  BANK_NAMES,
  OPEN_QUESTION,
  OTHER_PLAN,
  PLAN_NAMES,
  TURNS_AWAY,
  WAIVES,
  isAllOpen,
} from "./plan-words.ts";
import { isAskedForNow, ownRequests } from "./own-requests.ts";
import { lastQuestion } from "./questions.ts";
import { shownLines } from "./shown-text.ts";

/**
 * Whether the agent's words ask the user for the plan, as the last thing that they ask for. In the turn of the plan
 * they need not say its name again.
 */
export function asksToApply(text: string, plan: MadePlan): boolean {
  const words = foldWords(shownLines(text).join("\n"));
  const isNamed = words.includes(plan.id) || BANK_NAMES.test(words);
  if (OTHER_PLAN.test(words) && !isNamed) return false;
  const question = lastQuestion(words);
  if (question !== undefined && namesPlan(question, plan)) return true;
  const isOpen = question === undefined || OPEN_QUESTION.test(question);
  if (!plan.isNew || !isOpen || words.trim() === "") return false;
  if (
    splitClauses(words)
      .slice(-LAST)
      .some((clause) => TURNS_AWAY.test(clause.words))
  )
    return false;
  return [PLAN_NAMES, BANK_NAMES].some((names) => names.test(words)) || isAllOpen(words);
}

/** What an open question is about stands right before it. */
const LAST = 4;
const SOME_ID = /\b[\da-f]{12}\b/g;

function namesPlan(question: string, { id, isNew }: MadePlan): boolean {
  const ids = question.match(SOME_ID) ?? [];
  if (ids.some((each) => each !== id)) return false;
  return asksForPlan(question) || (isNew && asksToBuild(question));
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
