import type { Runtime } from "../../runtime/open-runtime.ts";
import type { Log } from "../../runtime/project.ts";
import type { Settings } from "../../runtime/settings.ts";
import type { HostWords, SessionEvent, ToolResult } from "../../types.ts";
import {
  type Following,
  type Told,
  type Transcript,
  followTranscript,
  keyOf,
} from "./follow-transcript.ts";
import type { HookInput } from "./hook-input.ts";
import type { HookEvents } from "./hook-table.ts";
import type { HostTools, Surroundings } from "./host-tools.ts";
import { type Room, toPieces } from "./pieces.ts";
import { type RefreshNotes, refresh } from "./refresh-tool.ts";
import { type EndedCall, type Lookup, type Reader, toResultTold, toContextTold } from "./told.ts";

/** The session that a hook runs in. */
export interface HookSession {
  /** The path of its transcript. */
  readonly path: string;
  /** The subagent of this session; undefined if the user speaks in it. */
  readonly agent: string | undefined;
  /** Whether no person answers questions here. */
  readonly isUnattended: boolean;
  /** For a subagent's session: the same hook in the session that started it. */
  readonly above: HookInput | undefined;
}

/** What differs between the hosts that call us by hooks and write transcripts. */
export interface HookDialect {
  readonly words: HostWords;
  readonly tools: HostTools;
  /** The name of our own tool in calls. */
  readonly refreshTool: string;
  /** The field in `_meta` that has the id of a call. */
  readonly callKey: string;
  readonly events: HookEvents;
  /** How much text a hook can carry. */
  readonly room: Room;
  readonly sessionOf: (input: HookInput) => HookSession;
  /** Turns a hook's input into one for the session of this worker. */
  readonly ofWorker: (input: HookInput, worker: string) => HookInput;
  readonly createTranscript: (reader: Reader, path: string) => Transcript;
  /** Reads a prompt: a person's words or a worker's answer. Undefined if it is neither. */
  readonly toldIn: (input: HookInput, lookUp: Lookup) => Told | undefined;
  /** Undefined if the call failed and did nothing. */
  readonly toToolResult: (
    input: HookInput,
    notes: RefreshNotes | undefined,
  ) => ToolResult | undefined;
}

export interface HookPlace {
  readonly runtime: Runtime;
  readonly dialect: HookDialect;
  readonly log: Log;
  readonly directory: string;
  readonly settings: Pick<Settings, "guardMode" | "toasts">;
  /** Messages that wait to be shown to the person. */
  readonly toasts: string[];
}

/** Answers the hooks and tool calls of a host with what the runtime says. */
export function createHooks(place: HookPlace) {
  const { runtime, dialect, log, directory, settings, toasts } = place;
  const { tools } = dialect;
  const { bank, sessions } = runtime;
  const onProblem = (error: unknown) => log.error("the transcript cannot be read", error);
  const followed = new Map<string, Following>();
  /** Workers whose hooks go to another server; true while their transcript is being read. */
  const learnt = new Map<string, boolean>();
  const pieces = new Map<string, Promise<string>>();
  /** By call id of our own tool: the session that announced the call, which it does not name, and its notes. */
  const callers = new Map<string, string>();
  const notes = new Map<string, RefreshNotes>();

  const around = (folder = directory): Surroundings => ({ bank, directory: folder });

  const lookUp = {
    around,
    readBy: runtime.readBy,
    wroteBy: (worker: string) => sessions.find(worker)?.session.wrote ?? [],
  };

  const mayEdit = ({ mode }: HookInput) => mode !== "plan";
  const momentOf = ({ event }: HookInput) => dialect.events[event]?.moment;
  const idOf = ({ agent, session }: HookInput) => agent ?? session;

  /** Finds the session of a hook, and brings it up to date with its transcript. */
  async function enter(input: HookInput): Promise<{ id: string; following: Following }> {
    const session = dialect.sessionOf(input);
    if (session.above !== undefined) await enter(session.above);
    const following = follow(input, session);
    const id = idOf(input);
    // An earlier process may have been killed: look at the bank for changes with the first hook.
    runtime.openBank(id);
    await (momentOf(input) === "before" ? following.catchUpWell() : following.catchUp());
    return { id, following };
  }

  /** Follows a session's transcript. After the user went back, the session may continue in another file. */
  function follow(input: HookInput, session: HookSession): Following {
    const { path, agent, above, isUnattended } = session;
    const id = idOf(input);
    sessions.identify(id, above && idOf(above), isUnattended);
    const known = followed.get(id);
    if (known !== undefined && (known.path === path || path === "")) return known;
    const opening: SessionEvent[] = agent === undefined ? [] : [{ kind: "agent-changed", agent }];
    for (const event of opening) runtime.record(id, event);
    const reader: Reader = { ...lookUp, isRoot: above === undefined, learn };
    const transcript = dialect.createTranscript(reader, path);
    const following = followTranscript({ id, path, transcript, opening, runtime, onProblem });
    followed.set(id, following);
    return following;

    async function learn(worker: string): Promise<void> {
      // Its own hooks keep it up to date, or it is being read now and may be waiting for us.
      if (learnt.get(worker) ?? sessions.find(worker) !== undefined) return;
      learnt.set(worker, true);
      const ofWorker = dialect.ofWorker(input, worker);
      await follow(ofWorker, dialect.sessionOf(ofWorker)).catchUp();
      learnt.set(worker, false);
    }
  }

  /** Renders what a request needs and the conversation does not have yet. */
  function request(id: string, following: Following): string {
    const { always, news, due } = runtime.renderRequest(id);
    const standing = [...always, ...due].filter((text) => text !== "" && !following.carries(text));
    const text = [...standing, ...news].join("\n\n");
    if (text !== "") following.addContext(text);
    return text;
  }

  /** Tells the person once that the bank was loaded, because they do not see what the model gets. */
  function welcome(): string {
    const { name, language } = bank;
    return language === "en"
      ? `${name}/ is in the agent's context (guard mode ${settings.guardMode})`
      : `代理已看到 ${name}/（守卫模式 ${settings.guardMode}）`;
  }

  async function onPrompt(input: HookInput): Promise<string> {
    const { id, following } = await enter(input);
    await runtime.settle(id);
    const isNew = following.isBare() && bank.renderBlock() !== undefined;
    if (isNew && settings.toasts === "on") toasts.push(welcome());
    const told = dialect.toldIn(input, lookUp);
    if (told !== undefined) {
      const { events, answer = "" } = told;
      following.expect(told);
      await runtime.hear(id, { events, mayEdit: mayEdit(input), text: answer });
    }
    return request(id, following);
  }

  async function onStart(input: HookInput): Promise<string> {
    const { id, following } = await enter(input);
    if (input.source === "compact" && !following.isCompacted()) {
      const event = { kind: "compacted", summary: `live ${Date.now()}` } as const;
      following.tell({ key: keyOf.compaction, events: [event] });
      following.dropContext();
    }
    return request(id, following);
  }

  async function before(input: HookInput): Promise<object> {
    const { id } = await enter(input);
    const { tool, callID, args, folder } = input;
    if (tool === dialect.refreshTool) callers.set(callID, id);
    sessions.of(id).mayEdit = mayEdit(input);
    const refusal = await tools.judge(runtime, id, { id: callID, tool, args }, around(folder));
    if (refusal === undefined) return toContext(input.event, sessions.takeLate(id));
    return toAnswer(input.event, {
      permissionDecision: "deny",
      permissionDecisionReason: refusal,
    });
  }

  async function after(input: HookInput): Promise<object> {
    const { id, following } = await enter(input);
    const { callID } = input;
    const result = dialect.toToolResult(input, notes.get(callID));
    const said: string[] = [];
    if (result === undefined) {
      await runtime.fail(id, callID);
    } else {
      const ended: EndedCall = { ...input, id: callID, at: Date.now() };
      following.expect(toResultTold(tools, lookUp, ended, result));
      await runtime.after(id, callID, () => result, {
        say: (text) => said.push(text) > 0,
      });
      for (const text of said) following.expect(toContextTold(text));
    }
    return toContext(input.event, [...said, ...sessions.takeLate(id)]);
  }

  async function onStop(input: HookInput): Promise<object> {
    const { id, following } = await enter(input);
    const text = input.said?.trim();
    // The transcript may have told this text already, behind earlier words of the same turn.
    if (text !== undefined && !sessions.stateOf(id).said.trim().endsWith(text)) {
      const events = [{ kind: "request-began" }, { kind: "said", text }] as const;
      following.tell({ key: keyOf.said, events });
    }
    await runtime.settle(id);
    return {};
  }

  /** Returns one piece of a text: several hooks ask for it, because each can carry only a part. */
  async function piece(
    input: HookInput,
    make: (input: HookInput) => Promise<string>,
  ): Promise<object> {
    const key = `${idOf(input)} ${input.event}`;
    if (input.part === 1) pieces.set(key, make(input));
    const made = toPieces((await pieces.get(key)) ?? "", dialect.room);
    return toContext(input.event, made.slice(input.part - 1, input.part));
  }

  async function answer(input: HookInput): Promise<object> {
    switch (momentOf(input)) {
      case "prompt":
        return piece(input, onPrompt);
      case "start":
        return piece(input, onStart);
      case "before":
        return before(input);
      case "after":
        return after(input);
      case "end":
        return onStop(input);
      case undefined:
        return {};
    }
  }

  return {
    async answer(input: HookInput): Promise<object> {
      const answered = await answer(input);
      // Shown to the person only. Wait a moment: the toast for a call is made after the call was judged.
      await new Promise((resolve) => setImmediate(resolve));
      const shown = toasts.splice(0).map((text) => `Memory Bank: ${text}`);
      return shown.length === 0 ? answered : { ...answered, systemMessage: shown.join("\n") };
    },
    /** Our own tool was called: by this thread, else by the session that announced the call. */
    async refresh(callID: string, thread: string | undefined, args: unknown) {
      const session = thread ?? callers.get(callID);
      if (session === undefined) throw new Error("[Memory Bank] Nobody announced this call.");
      const { mayEdit } = sessions.of(session);
      const said = await refresh(runtime, args, { session, tool: dialect.refreshTool, mayEdit });
      notes.set(callID, said.notes);
      return said;
    },
  };
}

function toContext(event: string, texts: readonly string[]): object {
  return texts.length === 0 ? {} : toAnswer(event, { additionalContext: texts.join("\n\n") });
}

function toAnswer(hookEventName: string, output: object): object {
  return { hookSpecificOutput: { hookEventName, ...output } };
}
