import { judgeAnswer } from "../answer/judge-answer.ts";
import { createReadEvidence } from "../io/bank/read-evidence.ts";
import type { OpenBank } from "../io/bank/open-bank.ts";
import { hideValues } from "../secrets/hide-values.ts";

/** What holds of an answer of memory-reader's: for the agent, and for the log. */
export interface AnswerCheck {
  readonly notice: string | undefined;
  readonly verified: string | undefined;
  /** Takes out the secrets that the answer repeats; undefined where it repeats none. */
  readonly hide: ((text: string) => string) | undefined;
}

/** What memory-reader found stands in the files, or does not. */
export function checkAnswer(text: string, bank: OpenBank): AnswerCheck {
  const { notice, claims, repeatsSecrets } = judgeAnswer(
    text,
    createReadEvidence(bank.paths),
    bank.language,
  );
  const verified = claims.filter(({ outcome }) => outcome === "verified").length;
  return {
    notice,
    verified: claims.length > 0 ? `${verified}/${claims.length}` : undefined,
    hide: repeatsSecrets ? hideValues : undefined,
  };
}
