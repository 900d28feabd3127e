import type { SessionRecord } from "../../../runtime/sessions.ts";
import { textField } from "../../shared/payload.ts";
import { toUserEvents } from "../conversation.ts";
import type { Plugin } from "../open-plugin.ts";
import { type Message, checkpointIn, toHistoryEvents, toMessage } from "./messages.ts";
import { TOOLS_2 } from "./tools.ts";

/** Keeps sessions in step with the messages of their requests: OpenCode 2 tells of them in no other way that waits for us. */
export function followRequests({
  runtime,
  around,
  agents,
}: Pick<Plugin, "runtime" | "around" | "agents">) {
  const { sessions } = runtime;
  /** The messages of the latest request, by their ids. */
  const seen = new WeakMap<SessionRecord, ReadonlySet<string>>();

  async function rebuild(id: string, messages: readonly Message[]): Promise<void> {
    for (const { parts } of messages)
      for (const part of parts) await TOOLS_2.prepare(textField(part, "name") ?? "read");
    runtime.rebuild(id, toHistoryEvents(messages, sessions.isRoot(id), around));
  }

  async function hear(id: string, message: Message, agent: string | undefined): Promise<void> {
    const { role, text, hasCalls, user } = message;
    if (role === "assistant" && !hasCalls && text !== "")
      runtime.record(id, { kind: "said", text });
    if (user === undefined) return;
    const events = toUserEvents(user, sessions.isRoot(id), around.paths());
    const startsTurn = events.some(({ kind }) => kind === "turn-started");
    const mayEdit = startsTurn ? await agents.mayEdit(agent) : undefined;
    await runtime.hear(id, { events, mayEdit, text });
  }

  /**
   * Before a request: a session that is new to this process, forked or reverted is folded anew; of another one what came
   * since the request before is heard.
   */
  return async function catchUp(
    id: string,
    list: readonly unknown[],
    agent: string | undefined,
  ): Promise<void> {
    await runtime.identify(id);
    const messages = list.map(toMessage);
    const record = sessions.of(id);
    const before = seen.get(record);
    const ids = new Set(messages.flatMap((message) => message.id ?? []));
    seen.set(record, ids);
    const summary = checkpointIn(messages);
    const isCompacted = summary !== undefined && sessions.stateOf(id).summary !== summary;
    if (before === undefined || !(isCompacted || [...before].every((one) => ids.has(one)))) {
      await rebuild(id, messages);
    } else {
      if (isCompacted) runtime.record(id, { kind: "compacted", summary });
      for (const message of messages) {
        const isFresh = message.id !== undefined && !before.has(message.id);
        if (isFresh && message.id !== summary) await hear(id, message, agent);
      }
    }
    if (sessions.stateOf(id).agent !== agent) runtime.record(id, { kind: "agent-changed", agent });
  };
}
