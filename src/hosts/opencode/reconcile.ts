import type { PluginInput } from "@opencode-ai/plugin";
import type { Runtime } from "../../runtime/open-runtime.ts";
import type { Log } from "../../runtime/project.ts";
import type { SessionRecord } from "../../runtime/sessions.ts";
import { listIn, textField } from "../shared/payload.ts";
import type { Surroundings } from "../shared/surroundings.ts";
import { isCleared, toHistoryEvents, toSummary } from "./messages.ts";
import { TOOLS } from "./tools.ts";

export interface Follower {
  readonly runtime: Pick<Runtime, "sessions" | "record" | "rebuild" | "identify">;
  readonly client: Pick<PluginInput["client"], "session">;
  readonly around: Surroundings;
  readonly log: Log;
}

type Messages = readonly unknown[];

/** Keeps sessions in step with the messages that the host shows. */
export function followMessages({ runtime, client, around, log }: Follower) {
  const { sessions } = runtime;
  /** How far a session's messages were seen, and how many of their results the host has taken out of the conversation. */
  const seen = new WeakMap<SessionRecord, ReturnType<typeof see>>();

  const see = (messages: Messages) => ({
    count: messages.length,
    last: idOf(messages.at(-1)),
    cleared: countCleared(messages),
  });

  /** Only a read that outlasts its turn can lose its text so. */
  function countCleared(messages: Messages): number {
    if (sessions.readScope !== "context") return 0;
    return messages.flatMap((message) => listIn(message, "parts").filter(isCleared)).length;
  }

  async function rebuild(id: string, messages: Messages, isCutOff: boolean): Promise<void> {
    await runtime.identify(id);
    const history = isCutOff ? await fetchHistory(id) : messages;
    for (const message of history)
      for (const part of listIn(message, "parts"))
        await TOOLS.prepare(textField(part, "tool") ?? "read");
    runtime.rebuild(id, toHistoryEvents(history, sessions.isRoot(id), around));
    seen.set(sessions.of(id), see(messages));
  }

  async function fetchHistory(id: string): Promise<Messages> {
    const { data } = await client.session.messages({ path: { id } }).catch(() => ({ data: null }));
    if (data) return data;
    log.warn(`could not load the history of session ${id}; starting empty`);
    return [];
  }

  /**
   * Before every main request: is the session what we think it is? As long as its messages only grew, it is. A session
   * that is new to this process, forked or reverted, and one whose old results the host has taken out, is folded anew
   * from its history; the host is asked for that only where a compaction has cut it off.
   */
  return function reconcile(
    id: string,
    messages: Messages,
    isCompacting: boolean,
  ): Promise<void> | undefined {
    const record = sessions.of(id);
    const before = seen.get(record);
    const summary = toSummary(messages[1]);
    const hasGrown = before !== undefined && idOf(messages[before.count - 1]) === before.last;
    const isGone = hasGrown
      ? countCleared(messages) !== before.cleared
      : before === undefined || !isCompacting;
    if (isGone) return rebuild(id, messages, isCompacting || summary !== undefined);
    if (isCompacting) {
      // The summariser's request shows a part of the history, and a failed one is followed by another.
      if (summary === undefined || sessions.stateOf(id).summary === summary) return undefined;
      runtime.record(id, { kind: "compacted", summary });
    }
    seen.set(record, see(messages));
    return undefined;
  };
}

function idOf(message: unknown): string {
  return textField(message, "info", "id") ?? "";
}
