import { uncheckedMessage } from "../policy/unjudged.ts";
import type { AnswerCheck } from "./answers.ts";
import type { Project } from "./project.ts";

export const NO_ANSWER: AnswerCheck = { notice: undefined, verified: undefined, hide: undefined };

/** What holds of an answer of memory-reader's. Our own failure is told: an answer that nobody checked is not verified. */
export async function lookAtAnswer(
  text: string,
  { bank, log }: Pick<Project, "bank" | "log">,
): Promise<AnswerCheck> {
  try {
    const { checkAnswer } = await import("./answers.ts");
    return checkAnswer(text, bank);
  } catch (error) {
    log.error("memory-reader's answer could not be checked", error);
    return { ...NO_ANSWER, notice: uncheckedMessage(bank.language) };
  }
}
