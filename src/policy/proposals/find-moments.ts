import type { MomentKind } from "../../proposal-types.ts";
import { type Clause, isQuestion, splitClauses } from "./clauses.ts";
import { foldWords } from "./fold-words.ts";
import { MOMENT_WORDS, NOT_YET, PROBLEM_WORDS } from "./moment-words.ts";
import { ownWords } from "./own-words.ts";

/** A message may hold a whole document; its beginning says what it is about. */
const LONGEST = 20_000;
const KINDS: readonly MomentKind[] = ["requirement", "decision", "lesson", "workflow"];

/** What in the user's own words is worth keeping, the most lasting first. A question settles nothing. */
export function findMoments(message: string): MomentKind[] {
  const sentences = sentencesOf(message);
  return KINDS.filter((kind) =>
    sentences.some((words) => MOMENT_WORDS[kind].test(words) && !NOT_YET[kind].test(words)),
  );
}

/** Whether the user reports something that does not work: its cause will be a lesson once it is found. */
export function reportsProblem(message: string): boolean {
  return PROBLEM_WORDS.test(foldWords(ownWords(message.slice(0, LONGEST))));
}

/** Clauses joined up to the end of their sentence, but for those that ask. */
function sentencesOf(message: string): string[] {
  const clauses = splitClauses(foldWords(ownWords(message.slice(0, LONGEST))));
  const sentences: Clause[][] = [[]];
  for (const clause of clauses) {
    sentences.at(-1)?.push(clause);
    if (/[.…?]/.test(clause.ending)) sentences.push([]);
  }
  return sentences
    .filter((sentence) => !sentence.some(isQuestion))
    .map((sentence) => sentence.map(({ words }) => words).join(", "));
}
