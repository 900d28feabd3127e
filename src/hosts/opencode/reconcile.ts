import type { PluginInput } from "@opencode-ai/plugin";
import type { Runtime } from "../../runtime/open-runtime.ts";
import type { Log } from "../../runtime/project.ts";
import type { SessionRecord } from "../../runtime/sessions.ts";
import { listIn, textField } from "../shared/payload.ts";
import type { Surroundings } from "../shared/surroundings.ts";
import { isCleared, toHistoryEvents, toSummary } from "./messages.ts";
import { TOOLS } from "./tools.ts";

/** What OpenCode 1 alone has of a session. */
interface Followed {
  /** The host has begun to compact it: the request under way is for a summary. */
  isCompacting: boolean;
  /** How far its messages were seen, and how many of their results the host has taken out of the conversation. */
  seen: { readonly count: number; readonly last: string; readonly cleared: number } | undefined;
}

export interface Follower {
  readonly runtime: Pick<Runtime, "sessions" | "record" | "rebuild" | "identify">;
  readonly client: Pick<PluginInput["client"], "session">;
  readonly around: Surroundings;
  readonly log: Log;
}

/** Keeps sessions in step with the messages that the host shows. */
export function followMessages({ runtime, client, around, log }: Follower) {
  const { sessions } = runtime;
  /** Goes with the record of the session. */
  const known = new WeakMap<SessionRecord, Followed>();

  function of(id: string): Followed {
    const record = sessions.of(id);
    const followed = known.get(record) ?? { isCompacting: false, seen: undefined };
    known.set(record, followed);
    return followed;
  }

  function see(messages: readonly unknown[]): Followed["seen"] {
    return { count: messages.length, last: idOf(messages.at(-1)), cleared: countCleared(messages) };
  }

  /** Only a read that outlasts its turn can lose its text so. */
  function countCleared(messages: readonly unknown[]): number {
    if (sessions.readScope !== "context") return 0;
    return messages.reduce<number>(
      (count, message) => count + listIn(message, "parts").filter(isCleared).length,
      0,
    );
  }

  async function rebuild(id: string, messages: readonly unknown[]): Promise<void> {
    await runtime.identify(id);
    const { isCompacting } = of(id);
    // A compaction has cut off what came before it.
    const isCutOff = isCompacting || toSummary(messages[1]) !== undefined;
    const history = isCutOff ? await fetchHistory(id) : messages;
    const tools = history.flatMap((message) =>
      listIn(message, "parts").flatMap((part) => textField(part, "tool") ?? []),
    );
    for (const tool of new Set(tools)) await TOOLS.prepare(tool);
    runtime.rebuild(id, toHistoryEvents(history, sessions.isRoot(id), around));
    of(id).seen = see(messages);
  }

  async function fetchHistory(id: string): Promise<readonly unknown[]> {
    const { data } = await client.session.messages({ path: { id } }).catch(() => ({ data: null }));
    if (data) return data;
    log.warn(`could not load the history of session ${id}; starting empty`);
    return [];
  }

  return {
    /**
     * Before every main request: is the session what we think it is? As long as its messages only grew, it is. A
     * session that is new to this process, forked or reverted, and one whose old results the host has taken out,
     * is folded anew from its history; the host is asked for that only where a compaction has cut it off.
     */
    reconcile(id: string, messages: readonly unknown[]): Promise<void> | undefined {
      // A new step begins: whatever was still being read has failed.
      sessions.find(id)?.reads.clear();
      const followed = of(id);
      const { seen, isCompacting } = followed;
      if (seen === undefined) return rebuild(id, messages);
      const summary = toSummary(messages[1]);
      if (isCompacting) {
        // The summariser's request shows a part of the history, and a failed one is followed by another.
        if (summary === undefined || sessions.stateOf(id).summary === summary) return undefined;
        followed.isCompacting = false;
        runtime.record(id, { kind: "compacted", summary });
      } else {
        const hasGrown = idOf(messages[seen.count - 1]) === seen.last;
        if (!hasGrown || countCleared(messages) !== seen.cleared) return rebuild(id, messages);
      }
      followed.seen = see(messages);
      return undefined;
    },

    /** A request of the conversation begins. */
    converse(id: string): void {
      of(id).isCompacting = false;
    },
    /** A compaction begins: the next request is for a summary. */
    summarize(id: string): void {
      of(id).isCompacting = true;
    },
    /** Whether what the agent says now is said to the user. */
    isConversing: (id: string) => !of(id).isCompacting,
  };
}

function idOf(message: unknown): string {
  return textField(message, "info", "id") ?? "";
}
