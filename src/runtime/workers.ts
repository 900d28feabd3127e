import { isMemoryReader } from "../policy/result-events.ts";
import { docsRead } from "../policy/session.ts";
import type { ToolCall, ToolResult } from "../types.ts";
import type { Delivery } from "./incoming-call.ts";
import type { Project } from "./project.ts";

type Place = Pick<Project, "bank" | "sessions">;

/** What a worker has seen whole. Where its session is unknown, so is what it has seen. */
export function readBy({ bank, sessions }: Place, worker: string): readonly string[] {
  const found = sessions.find(worker);
  if (found === undefined) return [];
  return docsRead(found.session, bank.conventions);
}

/** What the worker read and wrote is known only while its session is. */
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
