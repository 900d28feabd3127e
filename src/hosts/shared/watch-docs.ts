import type { Runtime } from "../../runtime/open-runtime.ts";

const WHILE_ASKED = 1000;

/**
 * For a host that does not say when the user has answered: its tools write at once, and where one does not,
 * the user is being asked. What they save meanwhile is what it finds.
 */
export function watchDocs(runtime: Runtime, id: string, callID: string): void {
  const calls = runtime.sessions.find(id)?.calls;
  const isWriting = () => (calls?.get(callID)?.docs.length ?? 0) > 0;
  if (!isWriting()) return;
  const timer = setInterval(() => {
    if (!isWriting()) return clearInterval(timer);
    runtime.ask(id, callID, callID);
    runtime.answer(id, callID);
  }, WHILE_ASKED);
  timer.unref();
}
