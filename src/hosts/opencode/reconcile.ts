import type { PluginInput } from "@opencode-ai/plugin";
import type { Runtime } from "../../runtime/open-runtime.ts";
import type { Log } from "../../runtime/project.ts";
import type { SessionRecord } from "../../runtime/sessions.ts";
import { field, textField } from "../shared/payload.ts";
import type { Surroundings } from "../shared/surroundings.ts";
import { clearedParts, toHistoryEvents, toSummary, toolsIn } from "./history.ts";
import { TOOLS } from "./tools.ts";

/** What OpenCode alone has of a session. */
interface Followed {
  /** The host has begun to compact it in this process. */
  isCompacting: boolean;
  /** The request under way is for a summary: what it says is not said to the user. */
  isSummarizing: boolean;
  /** Parts whose text the host has taken out of the conversation. Call ids repeat, these do not. */
  cleared: ReadonlySet<string>;
  /** How far its messages were seen. */
  seen: { readonly count: number; readonly last: string } | undefined;
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
    const found = known.get(record);
    if (found !== undefined) return found;
    const followed: Followed = {
      isCompacting: false,
      isSummarizing: false,
      cleared: new Set(),
      seen: undefined,
    };
    known.set(record, followed);
    return followed;
  }

  function see(id: string, messages: readonly unknown[]): void {
    of(id).seen = { count: messages.length, last: idOf(messages.at(-1)) };
  }

  /** A summary at the head of the context is a compaction of ours only if its beginning was seen. */
  function compact(id: string, summary: string): boolean {
    const followed = of(id);
    if (!followed.isCompacting || sessions.stateOf(id).summary === summary) return false;
    followed.isCompacting = false;
    runtime.record(id, { kind: "compacted", summary });
    return true;
  }

  /** The host takes old results out of a long conversation; only a read that outlasts its turn can lose its text so. */
  function forgetCleared(id: string, messages: readonly unknown[]): void {
    if (sessions.readScope !== "context") return;
    const parts = clearedParts(messages);
    const followed = of(id);
    const fresh = [...parts].filter(([part]) => !followed.cleared.has(part));
    if (fresh.length === 0) return;
    followed.cleared = new Set(parts.keys());
    runtime.record(id, { kind: "text-left", calls: new Set(fresh.map(([, call]) => call)) });
  }

  async function rebuild(
    id: string,
    messages: readonly unknown[],
    isCutOff: boolean,
  ): Promise<void> {
    await runtime.identify(id);
    const history = isCutOff ? await fetchHistory(id) : messages;
    if (history === undefined) {
      log.warn(`could not load the history of session ${id}; starting empty`);
    }
    for (const tool of toolsIn(history ?? [])) await TOOLS.prepare(tool);
    runtime.rebuild(id, toHistoryEvents(history ?? [], sessions.isRoot(id), around));
    forgetCleared(id, messages);
    see(id, messages);
  }

  async function fetchHistory(id: string): Promise<readonly unknown[] | undefined> {
    try {
      const { data } = await client.session.messages({ path: { id } });
      return data;
    } catch {
      return undefined;
    }
  }

  return {
    /**
     * Before every main request: is the session what we think it is? As long as its messages only grew, it
     * is, and this costs two comparisons. A session that is new to this process, forked, or reverted is
     * folded anew from its history; the host is asked for it only where a compaction has cut it off.
     */
    reconcile(id: string, messages: readonly unknown[]): Promise<void> | undefined {
      // A new step begins: whatever was still being read has failed.
      sessions.find(id)?.reads.clear();
      const summary = toSummary(messages[1]);
      const { seen, isCompacting } = of(id);
      if (seen === undefined) return rebuild(id, messages, summary !== undefined || isCompacting);
      forgetCleared(id, messages);
      const isDone = summary !== undefined && compact(id, summary);
      // The summariser's request shows a part of the history, and a failed one is followed by another.
      if (isCompacting && !isDone) return undefined;
      if (!isDone && idOf(messages[seen.count - 1]) !== seen.last) {
        return rebuild(id, messages, summary !== undefined);
      }
      see(id, messages);
      return undefined;
    },

    /** A request of the conversation begins. */
    converse(id: string): void {
      of(id).isSummarizing = false;
    },
    /** A compaction begins: the next request is for a summary. */
    summarize(id: string): void {
      const followed = of(id);
      followed.isCompacting = true;
      followed.isSummarizing = true;
    },
    /** Whether what the agent says now is said to the user. */
    isConversing: (id: string) => !of(id).isSummarizing,
  };
}

function idOf(message: unknown): string {
  return textField(field(message, "info"), "id") ?? "";
}
