import type { Runtime } from "../../runtime/open-runtime.ts";
import type { Log } from "../../runtime/project.ts";
import { field, textField } from "../shared/payload.ts";
import { type Agents, isUnattended } from "./agents.ts";
import { noteReturned, toMessageEvents } from "./messages.ts";
import { textOf } from "./tool-result.ts";

/** What a session is called until its first message has been understood. */
const UNTITLED = /^New session - \d{4}-/;

export interface Place {
  readonly runtime: Runtime;
  readonly agents: Agents;
  readonly log: Log;
}

export async function onChatMessage(
  { runtime, agents }: Pick<Place, "runtime" | "agents">,
  sessionID: string,
  { message, parts }: { readonly message: unknown; readonly parts: readonly unknown[] },
): Promise<void> {
  const { sessions, bank } = runtime;
  await runtime.identify(sessionID);
  const agent = textField(message, "agent");
  noteReturned(parts, runtime.readBy);
  const said = { parts, agent, at: Date.now() };
  const events = toMessageEvents(said, sessions.isRoot(sessionID), bank.paths);
  // Known before the turn begins: what it writes may bring a reminder as well as the user's words.
  const startsTurn = events.some(({ kind }) => kind === "turn-started");
  const mayEdit = startsTurn ? await agents.mayEdit(agent) : undefined;
  await runtime.hear(sessionID, { events, mayEdit, text: textOf({ content: parts }) });
}

export function onEvent({ runtime, log }: Pick<Place, "runtime" | "log">, event: unknown): void {
  const settled = (work: Promise<unknown> | undefined) =>
    void work?.catch((error: unknown) => log.error("looking after a stopped call failed", error));
  const properties = field(event, "properties");
  switch (field(event, "type")) {
    case "session.created": {
      const info = field(properties, "info");
      const id = textField(info, "id");
      if (id === undefined) return;
      runtime.sessions.identify(id, textField(info, "parentID"), isUnattended(info));
      return;
    }
    case "session.updated": {
      const info = field(properties, "info");
      const [id, title] = [textField(info, "id"), textField(info, "title")];
      if (id === undefined || title === undefined || textField(info, "parentID") !== undefined)
        return;
      if (!UNTITLED.test(title)) runtime.titled(id, title);
      return;
    }
    case "session.deleted": {
      const id = textField(properties, "info", "id");
      if (id !== undefined) runtime.forget(id);
      return;
    }
    case "message.part.updated": {
      // A call that failed has no after-hook: nobody need wait for its read any longer.
      const part = field(properties, "part");
      const callID = textField(part, "callID");
      if (callID === undefined || field(part, "state", "status") !== "error") return;
      settled(runtime.fail(textField(part, "sessionID") ?? "", callID));
      return;
    }
    case "session.idle": {
      const id = textField(properties, "sessionID");
      if (id !== undefined) settled(runtime.settle(id));
      return;
    }
  }
}

export function sessionOf(messages: readonly unknown[]): string | undefined {
  return textField(messages.at(-1), "info", "sessionID");
}
