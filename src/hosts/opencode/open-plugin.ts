import { type RuntimeOptions, openRuntime } from "../../runtime/open-runtime.ts";
import type { SessionRecord } from "../../runtime/sessions.ts";
import { HOST_CONFIG_PATHS } from "../known-hosts.ts";
import { type HostTools, loadShell } from "../shared/host-tools.ts";
import { refresh } from "../shared/refresh-tool.ts";
import { type Message, type UserMessage, toEvents, toUserEvents } from "./conversation.ts";
import type { Started } from "./start-plugin.ts";
import { PLANNER, REFRESH_TOOL } from "./words.ts";

/** What differs between OpenCode 1 and OpenCode 2. */
interface HostLine extends Pick<RuntimeOptions, "words" | "lookUp" | "showToast"> {
  readonly tools: HostTools;
  /** Loads all messages of a session, also those that a compaction has cut off. Absent if the host cannot. */
  readonly fetchAll?: (id: string) => Promise<readonly Message[]>;
  /** The host has no hook for new messages, so a message is heard when a request first shows it. */
  readonly isHeardLate?: boolean;
}

export type Plugin = Awaited<ReturnType<typeof openPlugin>>;

type Place = Pick<Started, "directory" | "worktree" | "settings" | "locale" | "log">;

/** Opens the project that the plugin was started for. */
export async function openPlugin(
  place: Place,
  { tools, fetchAll, isHeardLate = false, ...line }: HostLine,
) {
  const runtime = openRuntime({ ...place, ...line, hostConfigs: HOST_CONFIG_PATHS });
  const { bank, sessions, readBy } = runtime;
  const around = { bank, directory: place.directory, readBy };
  /** What the latest request showed: its messages, and the results that the host has not taken out of it. */
  const seen = new WeakMap<SessionRecord, ReadonlySet<string>>();
  await runtime.recover();

  /** Takes in a message to the agent. */
  async function hear(id: string, user: UserMessage): Promise<void> {
    await runtime.identify(id);
    const events = toUserEvents(user, sessions.isRoot(id), around);
    // Known before the turn begins: what it writes may bring a reminder as well as the user's words.
    const startsTurn = events.some(({ kind }) => kind === "turn-started");
    const mayEdit = startsTurn ? user.agent !== PLANNER : undefined;
    await runtime.hear(id, { events, mayEdit, text: user.text });
  }

  async function rebuild(id: string, messages: readonly Message[]): Promise<void> {
    const tried = messages.flatMap(({ calls = [] }) => calls.map(({ tool }) => tools.kindOf(tool)));
    if (tried.includes("shell")) await loadShell();
    const isRoot = sessions.isRoot(id);
    const events = messages.flatMap((message) => toEvents(message, isRoot, tools, around));
    runtime.rebuild(id, events);
  }

  return {
    runtime,
    around,
    hear,

    /**
     * Compares a session with the messages that the host shows before every main request. If messages were only added,
     * our state of the session is right. A session that is new to this process, forked or reverted, or whose old results
     * the host has taken out, is folded again from its history. `isCompacting`: the host has begun a compaction, and the
     * messages are those to summarise; undefined if the host does not say so.
     */
    async follow(id: string, messages: readonly Message[], isCompacting?: boolean): Promise<void> {
      await runtime.identify(id);
      const record = sessions.of(id);
      const before = seen.get(record);
      const results = messages.flatMap(({ calls = [] }) => calls.filter((call) => !call.isCleared));
      const shown = new Set([...messages, ...results].flatMap((each) => each.id ?? []));
      const summary = messages.slice(0, 2).find(({ isSummary }) => isSummary)?.id;
      const isNew = summary !== undefined && sessions.stateOf(id).summary !== summary;
      // The request for a summary shows a part of the history, and a failed one is followed by another.
      if (isCompacting === true && !isNew) return;
      const isCompacted = before !== undefined && isNew && isCompacting !== false;
      if (isCompacted) runtime.record(id, { kind: "compacted", summary });
      const hasGrown = before !== undefined && [...before].every((each) => shown.has(each));
      if (!isCompacted && !hasGrown) {
        const isCutOff = summary !== undefined && fetchAll !== undefined;
        await rebuild(id, isCutOff ? await fetchAll(id) : messages);
      } else if (isHeardLate) {
        for (const message of messages) {
          if (message.id === undefined || before?.has(message.id)) continue;
          const { user, spoke } = message;
          if (user !== undefined) await hear(id, user);
          if (spoke?.hasCalls === false && spoke.text !== "")
            runtime.record(id, { kind: "said", text: spoke.text });
        }
      }
      seen.set(record, shown);
    },

    /** Answers a call of our refresh tool. The user's yes is looked for in the conversation. */
    refresh: (args: unknown, session: string, agent: string | undefined) =>
      refresh(runtime, args, { session, tool: REFRESH_TOOL, mayEdit: agent !== PLANNER }),

    /** What a request of the conversation carries. */
    renderRequest(id: string | undefined): string[] {
      const { always, news, due } = runtime.renderRequest(id);
      return [...always, ...news, ...due];
    },
  };
}
