import type { AnsweredQuestion } from "../../types.ts";
import { listIn, textField, textsIn } from "./payload.ts";

/** The questions that a host put to the user and that were answered, with one text or several. */
export function toAnswers(
  questions: unknown,
  givenTo: (asked: unknown, index: number) => unknown,
): AnsweredQuestion[] {
  const list: readonly unknown[] = Array.isArray(questions) ? questions : [];
  return list.flatMap((asked, index): AnsweredQuestion[] => {
    const [header, text] = [textField(asked, "header"), textField(asked, "question")];
    const given = givenTo(asked, index);
    if (text === undefined || given === undefined) return [];
    const question = header === undefined ? text : `${header}\n${text}`;
    const options = listIn(asked, "options").map((option) => ({
      label: textField(option, "label") ?? "",
      description: textField(option, "description") ?? "",
    }));
    return [{ question, options, answers: typeof given === "string" ? [given] : textsIn(given) }];
  });
}
