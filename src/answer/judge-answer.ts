import { findDocSecrets } from "../secrets/find-added-secrets.ts";
import type { Language } from "../types.ts";
import { renderAnswerNotice } from "./answer-notice.ts";
import { parseAnswer } from "./parse-answer.ts";
import { type CheckedClaim, type Lookup, verifyAnswer } from "./verify-answer.ts";

export interface JudgedAnswer {
  /** What is added to the result for the main agent. */
  readonly notice: string;
  readonly claims: readonly CheckedClaim[];
}

/** Checks what memory-reader returned. Throws only what the lookup throws. */
export function judgeAnswer(text: string, lookup: Lookup, language: Language): JudgedAnswer {
  const answer = parseAnswer(text);
  const claims = answer === undefined ? [] : verifyAnswer(answer, lookup);
  const rules = [...new Set(findDocSecrets(text).map(({ rule }) => rule))];
  const notice = renderAnswerNotice(answer, claims, rules, language);
  return { notice, claims };
}
