import { type Clause, splitClauses } from "./clauses.ts";
import { foldWords } from "./fold-words.ts";
import { shownLines } from "./shown-text.ts";

/** A sentence of the agent's that wants an answer, also without a question mark. */
const WANTS_ANSWER =
  /\b(?:let me know|tell me|please (?:confirm|say|choose|pick|decide)|say)\b.{0,60}\b(?:if|whether|which|what)\b|(?:吗|么)$|要不要|是否|能不能|需不需要|请(?:告诉我|确认|选择|决定)/;

/** The last sentence that asks, of words that are folded already. */
export function lastQuestion(words: string): string | undefined {
  const sentences: Clause[][] = [[]];
  for (const clause of splitClauses(words)) {
    sentences.at(-1)?.push(clause);
    if (clause.ending !== "," && clause.ending !== ":") sentences.push([]);
  }
  const asking = sentences.findLast((sentence) =>
    sentence.some(({ words: each, ending }) => ending === "?" || WANTS_ANSWER.test(each)),
  );
  return asking?.map((clause) => clause.words).join(", ");
}

/** Whether a message of the agent's asks the user for anything. */
export function asks(text: string): boolean {
  return lastQuestion(foldWords(shownLines(text).join("\n"))) !== undefined;
}
