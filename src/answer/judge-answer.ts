import { type ParsedAnswer, parseAnswer } from "./parse-answer.ts";
import { type CheckedAnswer, type Lookup, verifyAnswer } from "./verify-answer.ts";
import type { Language } from "../types.ts";
import { renderAnswerNotice } from "./answer-notice.ts";
import { findRepeatedSecrets } from "./repeated-secrets.ts";

export interface JudgedAnswer {
  /** What is added to the result for the main agent. */
  readonly notice: string;
  readonly parsed: ParsedAnswer;
  readonly checked: CheckedAnswer;
  readonly repeatsSecrets: boolean;
}

/** What memory-reader returned → what holds of it. Throws only what the lookup throws. */
export function judgeAnswer(text: string, lookup: Lookup, language: Language): JudgedAnswer {
  const parsed = parseAnswer(text);
  const checked = verifyAnswer(parsed.answer, lookup);
  const secrets = findRepeatedSecrets(text, parsed.answer);
  const notice = renderAnswerNotice(parsed, checked, secrets, language);
  return { notice, parsed, checked, repeatsSecrets: secrets !== undefined };
}
