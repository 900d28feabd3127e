import { MEMORY_READER } from "../bank/layout.ts";
import { isMemoryReader } from "../policy/result-events.ts";
import { docsRead } from "../policy/session.ts";
import type { ToolCall, ToolResult } from "../types.ts";
import type { Delivery, Project } from "./project.ts";

/** Checks the quotes of memory-reader's answer. If the check itself fails, the answer is reported as not verified. */
export async function checkAnswer(text: string, { bank, log }: Project) {
  try {
    const { judgeAnswer } = await import("../answer/judge-answer.ts");
    const { createReadEvidence } = await import("../io/bank/read-evidence.ts");
    const evidence = createReadEvidence(bank.paths);
    const { notice, claims } = judgeAnswer(text, evidence, bank.language);
    const count = claims.filter(({ outcome }) => outcome === "verified").length;
    return { notice, verified: claims.length > 0 ? `${count}/${claims.length}` : undefined };
  } catch (error) {
    log.error("memory-reader's answer could not be checked", error);
    const notice = {
      en: `[Memory Bank] nothing of this answer was checked. Next: read the docs that it names before you rely on them. (${MEMORY_READER})`,
      zh: `[Memory Bank] 这份回答未经核对。下一步：采信之前先读它所指的文档。(${MEMORY_READER})`,
    }[bank.language];
    return { notice, verified: undefined };
  }
}

/** The docs that a worker has read whole; none if its session is unknown. */
export function readBy({ bank, sessions }: Project, worker: string): readonly string[] {
  const found = sessions.find(worker);
  return found === undefined ? [] : docsRead(found.session, bank.conventions);
}

/** Notes with the result what a worker read and wrote: this is known only while its session is. */
export function withNotes(
  project: Project,
  call: ToolCall,
  result: ToolResult,
  delivery: Delivery,
): ToolResult {
  const { worker } = result;
  if (worker?.session === undefined || worker.isRunning) return result;
  const noted = isMemoryReader(call)
    ? { ...worker, read: readBy(project, worker.session) }
    : { ...worker, wrote: project.sessions.stateOf(worker.session).wrote };
  delivery.note?.(noted);
  return { ...result, worker: noted };
}
