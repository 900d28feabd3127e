import { MEMORY_READER } from "../bank/layout.ts";
import { isMemoryReader } from "../policy/result-events.ts";
import { docsRead } from "../policy/session.ts";
import type { Language, ToolCall, ToolResult } from "../types.ts";
import type { Delivery, Project } from "./project.ts";

/** What holds of an answer of memory-reader's: for the agent, and for the log. */
export interface AnswerCheck {
  readonly notice: string | undefined;
  readonly verified: string | undefined;
  /** Takes out the secrets that the answer repeats; undefined where it repeats none. */
  readonly hide: ((text: string) => string) | undefined;
}

export const NO_ANSWER: AnswerCheck = { notice: undefined, verified: undefined, hide: undefined };

/** Looks up what memory-reader quotes. Our own failure is told: an answer that nobody checked is not verified. */
export async function checkAnswer(
  text: string,
  { bank, log }: Pick<Project, "bank" | "log">,
): Promise<AnswerCheck> {
  try {
    const { judgeAnswer } = await import("../answer/judge-answer.ts");
    const { createReadEvidence } = await import("../io/bank/read-evidence.ts");
    const { hideValues } = await import("../secrets/hide-values.ts");
    const evidence = createReadEvidence(bank.paths);
    const { notice, claims, repeatsSecrets } = judgeAnswer(text, evidence, bank.language);
    const verified = claims.filter(({ outcome }) => outcome === "verified").length;
    return {
      notice,
      verified: claims.length > 0 ? `${verified}/${claims.length}` : undefined,
      hide: repeatsSecrets ? hideValues : undefined,
    };
  } catch (error) {
    log.error("memory-reader's answer could not be checked", error);
    return { ...NO_ANSWER, notice: uncheckedNotice(bank.language) };
  }
}

/** What the main agent is told of an answer whose quotes our own failure kept from being checked. */
function uncheckedNotice(language: Language): string {
  return {
    en: `[Memory Bank] nothing of this answer was checked. Next: read the docs that it names before you rely on them. (${MEMORY_READER})`,
    zh: `[Memory Bank] 这份回答未经核对。下一步：采信之前先读它所指的文档。(${MEMORY_READER})`,
  }[language];
}

type Place = Pick<Project, "bank" | "sessions">;

/** What a worker has seen whole. Where its session is unknown, so is what it has seen. */
export function readBy({ bank, sessions }: Place, worker: string): readonly string[] {
  const found = sessions.find(worker);
  return found === undefined ? [] : docsRead(found.session, bank.conventions);
}

/** What a worker read or wrote is known only while its session is. */
export function withNotes(
  place: Place,
  call: ToolCall,
  result: ToolResult,
  delivery: Delivery,
): ToolResult {
  const { worker } = result;
  if (worker?.session === undefined || worker.isRunning) return result;
  const noted = isMemoryReader(call)
    ? { ...worker, read: readBy(place, worker.session) }
    : { ...worker, wrote: place.sessions.stateOf(worker.session).wrote };
  delivery.note(noted);
  return { ...result, worker: noted };
}
