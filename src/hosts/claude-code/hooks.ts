import { BANK_WRITER, MEMORY_READER } from "../../bank/layout.ts";
import type { Runtime } from "../../runtime/open-runtime.ts";
import type { Log } from "../../runtime/project.ts";
import type { GuardMode, SessionEvent } from "../../types.ts";
import { type Following, followTranscript, keyOf } from "../shared/follow-transcript.ts";
import type { Understood } from "../shared/host-tools.ts";
import { textField } from "../shared/payload.ts";
import { toPieces } from "../shared/pieces.ts";
import { refuseEvidence } from "../shared/refuse-evidence.ts";
import type { Surroundings } from "../shared/surroundings.ts";
import { type HookInput, ROOM, readHookInput } from "./hook-input.ts";
import { type RefreshNotes, toFailedResult, toToolResult, withTexts } from "./tool-result.ts";
import { TOOLS, serversOf, toAgent, toNotification, toTyped } from "./tools.ts";
import {
  type Reader,
  createTranscript,
  toPrompt,
  toResult,
  toReturn,
  toToldEvents,
} from "./transcript.ts";

/** What the host does with a hook. */
export interface HookAnswer {
  readonly hookSpecificOutput?: object;
  /** For the person alone. */
  readonly systemMessage?: string;
}

export interface HookPlace {
  readonly runtime: Runtime;
  readonly log: Log;
  readonly directory: string;
  readonly isUnattended: boolean;
  /** What there is to show to the person by now. */
  readonly takeToasts: () => readonly string[];
  readonly show: (text: string) => void;
  readonly guardMode: GuardMode;
  /** What our own tool noted of a call. */
  readonly takeNotes: (callID: string) => RefreshNotes | undefined;
}

const OWN_AGENTS: ReadonlySet<string> = new Set([MEMORY_READER, BANK_WRITER]);
/** Calls of our own tool come without their session: who announced them last is remembered. */
const CALLS_REMEMBERED = 100;

export function createHooks(place: HookPlace) {
  const { runtime, log, directory, isUnattended, takeToasts, takeNotes, show, guardMode } = place;
  const { bank, sessions } = runtime;
  const { root } = bank.paths;
  const onProblem = (error: unknown) => log.error("the transcript cannot be read", error);
  const followed = new Map<string, Following>();
  const pieces = new Map<string, Promise<readonly string[]>>();
  const callers = new Map<string, string>();

  function around(tool: string, folder: string | undefined): Surroundings {
    return {
      paths: () => bank.paths,
      directory: folder ?? directory,
      root,
      isPosix: () => true,
      servers: () => serversOf(tool),
    };
  }

  /** The session that it happens in, in step with its transcript. */
  async function enter(input: HookInput): Promise<{ id: string; following: Following }> {
    const { session, agent } = input;
    if (agent !== undefined) await enter({ ...input, agent: undefined });
    const id = agent ?? session;
    sessions.identify(id, agent === undefined ? undefined : session, isUnattended);
    // At the first hook of this process: one before it may have been killed, and this one may be.
    runtime.openBank(id);
    const following = followed.get(id) ?? follow(id, input);
    followed.set(id, following);
    await (input.event === "PreToolUse" ? following.catchUpWell() : following.catchUp());
    return { id, following };
  }

  function follow(id: string, input: HookInput): Following {
    const { transcript = "", session, agent, agentType } = input;
    const path = agent === undefined ? transcript : workerTranscript(transcript, agent);
    const acting = agent === undefined || agentType === undefined ? undefined : toAgent(agentType);
    const opening: SessionEvent[] =
      acting === undefined ? [] : [{ kind: "agent-changed", agent: acting }];
    for (const event of opening) runtime.record(id, event);
    return followTranscript({
      id,
      path,
      transcript: createTranscript(readerOf(transcript, session, agent === undefined)),
      opening,
      runtime,
      onProblem,
    });
  }

  const lookUp = {
    around,
    readBy: runtime.readBy,
    wroteBy: (worker: string) => sessions.find(worker)?.session.wrote ?? [],
  };

  function readerOf(transcript: string, session: string, isRoot: boolean): Reader {
    return {
      ...lookUp,
      isRoot,
      async learn(worker) {
        if (sessions.find(worker) !== undefined) return;
        sessions.identify(worker, session, isUnattended);
        const input = readHookInput({ transcript, session, agent: worker });
        await follow(worker, input).catchUp();
      },
    };
  }

  /** What the conversation does not have before it yet. */
  function request(id: string, following: Following): string {
    const { always, news, due } = runtime.renderRequest(id);
    const standing = [...always, ...due].filter((text) => text !== "" && !following.carries(text));
    const text = [...standing, ...news].join("\n\n");
    if (text !== "") following.addContext(text);
    return text;
  }

  /** The person sees nothing of what the model is told. */
  function welcome(): string {
    const folder = `${bank.name}/`;
    return {
      en: `${folder} is before the agent (guard mode ${guardMode})`,
      zh: `代理已看到 ${folder}（守卫模式 ${guardMode}）`,
    }[bank.language];
  }

  async function onPrompt(input: HookInput): Promise<string> {
    const { id, following } = await enter(input);
    runtime.look();
    await runtime.settle(id);
    const mayEdit = input.mode !== "plan";
    if (following.isBare() && bank.renderBlock() !== undefined) show(welcome());
    const returned = toNotification(input.prompt);
    if (returned === undefined) {
      const told = toPrompt(toTyped(input.prompt));
      following.expect(told);
      await runtime.hear(id, { events: told.events, mayEdit, text: "" });
    } else {
      const { worker, answer = "" } = returned;
      const told = toReturn(worker, runtime.readBy(worker), Date.now());
      following.expect(told);
      await runtime.hear(id, { events: told.events, text: answer });
    }
    return request(id, following);
  }

  async function onStart(input: HookInput): Promise<string> {
    const { id, following } = await enter(input);
    if (input.source === "compact") {
      const event = { kind: "compacted", summary: `live ${Date.now()}` } as const;
      following.tell({ key: keyOf.compaction, events: [event] });
      following.dropContext();
    }
    return request(id, following);
  }

  /** The host holds our own agents to a list of tools, not of files. */
  function refuseOwnAgent({ agentType = "", tool, args, folder }: HookInput): string | undefined {
    if (!OWN_AGENTS.has(toAgent(agentType)) || TOOLS.kindOf(tool) !== "read") return undefined;
    const path = textField(args, "file_path") ?? "";
    return refuseEvidence(path, folder ?? directory, bank.paths, bank.language);
  }

  async function before(input: HookInput): Promise<HookAnswer> {
    const { id } = await enter(input);
    const { tool, callID, args, folder } = input;
    callers.set(callID, id);
    const oldest = callers.keys().next();
    if (callers.size > CALLS_REMEMBERED && !oldest.done) callers.delete(oldest.value);
    sessions.of(id).mayEdit = input.mode !== "plan";
    const understood: Understood = await TOOLS.understand(tool, args, around(tool, folder));
    const isNeverRefused = () => TOOLS.isNeverRefused(tool);
    const incoming = { id: callID, tool, args, isNeverRefused, ...understood };
    const refusal = refuseOwnAgent(input) ?? (await runtime.before(id, incoming));
    if (refusal === undefined) return toContext(input.event, runtime.renderLate(id));
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
    const { tool, callID, args, response } = input;
    const hasFailed = input.event === "PostToolUseFailure";
    const said: string[] = [];
    let changed: unknown;
    if (hasFailed && TOOLS.kindOf(tool) !== "shell") {
      await runtime.fail(id, callID);
    } else {
      const notes = takeNotes(callID);
      const result = () =>
        hasFailed ? toFailedResult(input.error) : toToolResult({ tool, args, response, notes });
      const ended = { ...input, id: callID, text: input.error, notes, hasFailed, at: Date.now() };
      following.expect(toResult(lookUp, hasFailed ? ended : { ...ended, text: undefined }));
      await runtime.after(id, callID, result, {
        say: (text) => said.push(text) > 0,
        change: (toShown) => (changed = withTexts(response, toShown)),
        note: () => {},
      });
      following.expect({ key: undefined, events: said.flatMap(toToldEvents) });
    }
    const output = toContext(input.event, [...said, ...runtime.renderLate(id)]);
    if (changed === undefined) return output;
    const { hookSpecificOutput } = output;
    return {
      hookSpecificOutput: {
        hookEventName: input.event,
        ...hookSpecificOutput,
        updatedToolOutput: changed,
      },
    };
  }

  async function onStop(input: HookInput): Promise<void> {
    const { id, following } = await enter(input);
    const text = input.said?.trim();
    if (text !== undefined && sessions.stateOf(id).said.trim() !== text) {
      const events = [{ kind: "request-began" }, { kind: "said", text }] as const;
      following.tell({ key: keyOf.said(text), events });
    }
    await runtime.settle(id);
  }

  /** Several hooks ask for one text, because each may carry only so much. */
  async function piece(input: HookInput, make: () => Promise<string>): Promise<HookAnswer> {
    const key = `${input.agent ?? input.session} ${input.event}`;
    if (input.part === 1)
      pieces.set(
        key,
        make().then((text) => toPieces(text, ROOM)),
      );
    const made = await pieces.get(key);
    const text = made?.[input.part - 1];
    return toContext(input.event, text === undefined ? [] : [text]);
  }

  async function answer(input: HookInput): Promise<HookAnswer> {
    switch (input.event) {
      case "UserPromptSubmit":
        return piece(input, () => onPrompt(input));
      case "SessionStart":
      case "SubagentStart":
        return piece(input, () => onStart(input));
      case "PreToolUse":
        return before(input);
      case "PostToolUse":
      case "PostToolUseFailure":
        return after(input);
      case "Stop":
      case "SubagentStop":
        await onStop(input);
        return {};
      default:
        return {};
    }
  }

  return {
    async answer(input: HookInput): Promise<HookAnswer> {
      const answered = await answer(input);
      // What is shown of this very call is made a moment after it was judged.
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

function workerTranscript(transcript: string, agent: string): string {
  return `${transcript.replace(/\.jsonl$/, "")}/subagents/agent-${agent}.jsonl`;
}
