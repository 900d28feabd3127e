import type { Runtime } from "../../runtime/open-runtime.ts";
import type { Log } from "../../runtime/project.ts";
import type { GuardMode, SessionEvent, ToolResult } from "../../types.ts";
import {
  type Following,
  type Told,
  type Transcript,
  followTranscript,
  keyOf,
} from "./follow-transcript.ts";
import type { HookInput } from "./hook-input.ts";
import type { HookEvents } from "./hook-table.ts";
import type { HostTools, Understood } from "./host-tools.ts";
import { type Room, toPieces } from "./pieces.ts";
import type { RefreshNotes } from "./refresh-tool.ts";
import { refuseOwnAgent } from "./refuse-own-agent.ts";
import { take } from "./take.ts";
import type { Surroundings } from "./surroundings.ts";
import { type EndedCall, type Lookup, type Reader, toResultTold, toTopicTold } from "./told.ts";

/** What a hook answers to the host. */
export interface HookAnswer {
  readonly hookSpecificOutput?: object;
  /** For the person alone. */
  readonly systemMessage?: string;
}

/** The session that a hook happens in. */
export interface HookSession {
  /** Its transcript. */
  readonly path: string;
  /** The agent that acts in it; undefined where the user speaks. */
  readonly agent: string | undefined;
  /** Nobody answers here. */
  readonly isUnattended: boolean;
  /** For a subagent's session: the same hook in the session that it works for. */
  readonly above: HookInput | undefined;
}

/** What differs between hosts that call us by hooks and write down what was said. */
export interface HookDialect {
  readonly tools: HostTools;
  readonly events: HookEvents;
  /** How much a hook can carry. */
  readonly room: Room;
  readonly sessionOf: (input: HookInput) => HookSession;
  /** A hook in the session of this worker, beside the given one. */
  readonly ofWorker: (input: HookInput, worker: string) => HookInput;
  readonly createTranscript: (reader: Reader, path: string) => Transcript;
  /** What a prompt tells: a person's words, or a worker's answer. Undefined where it is neither. */
  readonly toldIn: (input: HookInput, lookUp: Lookup) => Told | undefined;
  /** Undefined where the call failed, and did nothing. */
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
  /** What there is to show to the person by now. */
  readonly takeToasts: () => readonly string[];
  readonly show: (text: string) => void;
  readonly guardMode: GuardMode;
  /** What our own tool noted of a call. */
  readonly notes: Map<string, RefreshNotes>;
}

/** Calls of our own tool come without their session: who announced them last is remembered. */
const CALLS_REMEMBERED = 100;

/** Events and tool calls of a host's hooks → what the runtime says to them. */
export function createHooks(place: HookPlace) {
  const { runtime, dialect, log, directory, takeToasts, notes, show, guardMode } = place;
  const { tools } = dialect;
  const { bank, sessions } = runtime;
  const { root } = bank.paths;
  const onProblem = (error: unknown) => log.error("the transcript cannot be read", error);
  const followed = new Map<string, Following>();
  /** Workers whose hooks go to another server, and whether their transcripts are being read. */
  const learnt = new Map<string, boolean>();
  const pieces = new Map<string, Promise<readonly string[]>>();
  const callers = new Map<string, string>();

  function around(folder: string | undefined): Surroundings {
    return {
      paths: () => bank.paths,
      directory: folder ?? directory,
      root,
    };
  }

  const lookUp = {
    around,
    readBy: runtime.readBy,
    wroteBy: (worker: string) => sessions.find(worker)?.session.wrote ?? [],
  };

  const mayEdit = ({ mode }: HookInput) => mode !== "plan";
  const momentOf = ({ event }: HookInput) => dialect.events[event]?.moment;
  const idOf = ({ agent, session }: HookInput) => agent ?? session;

  /** The session that it happens in, in step with its transcript. */
  async function enter(input: HookInput): Promise<{ id: string; following: Following }> {
    const session = dialect.sessionOf(input);
    if (session.above !== undefined) await enter(session.above);
    const id = identify(input, session);
    // A process before this one may have been killed: what the bank is like is looked at with the first hook.
    runtime.openBank(id);
    const following = follow(input, session);
    await (momentOf(input) === "before" ? following.catchUpWell() : following.catchUp());
    return { id, following };
  }

  function identify(input: HookInput, { above, isUnattended }: HookSession): string {
    const id = idOf(input);
    sessions.identify(id, above === undefined ? undefined : idOf(above), isUnattended);
    return id;
  }

  /** Where the user has gone back, a session may go on in another file. */
  function follow(input: HookInput, { path, agent, above }: HookSession): Following {
    const id = idOf(input);
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
      // Its own hooks keep it in step, or it is being read already, and may wait for us.
      if (learnt.get(worker) ?? sessions.find(worker) !== undefined) return;
      learnt.set(worker, true);
      const ofWorker = dialect.ofWorker(input, worker);
      const session = dialect.sessionOf(ofWorker);
      identify(ofWorker, session);
      await follow(ofWorker, session).catchUp();
      learnt.set(worker, false);
    }
  }

  /** What a request needs and the conversation does not hold yet. */
  function request(id: string, following: Following): string {
    const { always, news, due } = runtime.renderRequest(id);
    const standing = [...always, ...due].filter((text) => text !== "" && !following.carries(text));
    const text = [...standing, ...news].join("\n\n");
    if (text !== "") following.addContext(text);
    // What a hook brings stays in the conversation.
    sessions.lateHeard(id);
    return text;
  }

  /** The person does not see what the model is told, so it is said once. */
  function welcome(): string {
    const folder = `${bank.name}/`;
    return {
      en: `${folder} is in the agent's context (guard mode ${guardMode})`,
      zh: `代理已看到 ${folder}（守卫模式 ${guardMode}）`,
    }[bank.language];
  }

  async function onPrompt(input: HookInput): Promise<string> {
    const { id, following } = await enter(input);
    await runtime.settle(id);
    if (following.isBare() && bank.renderBlock() !== undefined) show(welcome());
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

  async function before(input: HookInput): Promise<HookAnswer> {
    const { id } = await enter(input);
    const { tool, callID, args, folder } = input;
    callers.set(callID, id);
    const oldest = callers.keys().next();
    if (callers.size > CALLS_REMEMBERED && !oldest.done) callers.delete(oldest.value);
    sessions.of(id).mayEdit = mayEdit(input);
    const understood: Understood = await tools.understand(tool, args, around(folder));
    const isNeverRefused = () => tools.isNeverRefused(tool);
    const incoming = { id: callID, tool, args, isNeverRefused, ...understood };
    const { agent } = sessions.stateOf(id);
    const refusal =
      refuseOwnAgent(agent, understood, bank.language) ?? (await runtime.before(id, incoming));
    if (refusal === undefined) {
      return toContext(input.event, runtime.tellLate(id));
    }
    return {
      hookSpecificOutput: {
        hookEventName: input.event,
        permissionDecision: "deny",
        permissionDecisionReason: refusal,
      },
    };
  }

  async function after(input: HookInput): Promise<HookAnswer> {
    const { id, following } = await enter(input);
    const { callID } = input;
    const result = dialect.toToolResult(input, take(notes, callID));
    const said: string[] = [];
    if (result === undefined) {
      await runtime.fail(id, callID);
    } else {
      const ended: EndedCall = { ...input, id: callID, at: Date.now() };
      following.expect(toResultTold(tools, lookUp, ended, result));
      await runtime.after(id, callID, () => result, {
        say: (text) => said.push(text) > 0,
        note: () => {},
      });
      for (const told of said.flatMap(toTopicTold)) following.expect(told);
    }
    return toContext(input.event, [...said, ...runtime.tellLate(id)]);
  }

  async function onStop(input: HookInput): Promise<void> {
    const { id, following } = await enter(input);
    const text = input.said?.trim();
    // The transcript may have it already, after earlier words of the same turn.
    if (text !== undefined && !sessions.stateOf(id).said.trim().endsWith(text)) {
      const events = [{ kind: "request-began" }, { kind: "said", text }] as const;
      following.tell({ key: keyOf.said, events });
    }
    await runtime.settle(id);
  }

  /** Several hooks ask for one text, because each may carry only so much. */
  async function piece(input: HookInput, make: () => Promise<string>): Promise<HookAnswer> {
    const key = `${idOf(input)} ${input.event}`;
    if (input.part === 1)
      pieces.set(
        key,
        make().then((text) => toPieces(text, dialect.room)),
      );
    const made = await pieces.get(key);
    const text = made?.[input.part - 1];
    return toContext(input.event, text === undefined ? [] : [text]);
  }

  async function answer(input: HookInput): Promise<HookAnswer> {
    switch (momentOf(input)) {
      case "prompt":
        return piece(input, () => onPrompt(input));
      case "start":
        return piece(input, () => onStart(input));
      case "before":
        return before(input);
      case "after":
        return after(input);
      case "end":
        await onStop(input);
        return {};
      case undefined:
        return {};
    }
  }

  return {
    async answer(input: HookInput): Promise<HookAnswer> {
      const answered = await answer(input);
      // A toast of this call is made a moment after the call was judged.
      await new Promise((resolve) => setImmediate(resolve));
      const shown = takeToasts();
      return shown.length === 0 ? answered : { ...answered, systemMessage: shown.join("\n") };
    },
    /** The session in which our own tool was called. */
    callerOf: (callID: string) => callers.get(callID),
  };
}

function toContext(event: string, texts: readonly string[]): HookAnswer {
  if (texts.length === 0) return {};
  return { hookSpecificOutput: { hookEventName: event, additionalContext: texts.join("\n\n") } };
}
