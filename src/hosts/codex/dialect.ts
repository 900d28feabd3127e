import type { HookInput } from "../shared/hook-input.ts";
import type { HookDialect } from "../shared/hooks.ts";
import { field, textField } from "../shared/payload.ts";
import { refuseOwnAgent } from "../shared/refuse-own-agent.ts";
import { refuseTypedInto } from "../shared/refuse-typed-into.ts";
import { EVENTS, ROOM } from "./hook-table.ts";
import { isOfScript } from "./items.ts";
import { type Rollout, createRollout } from "./rollout.ts";
import { findThread, readMeta } from "./rollout-files.ts";
import { toToolResult } from "./tool-result.ts";
import { TOOLS } from "./tools.ts";

/** How Codex's hooks are read and answered. */
export function createDialect(): HookDialect {
  const rollouts = new Map<string, Rollout>();
  const metas = new Map<string, unknown>();

  /** Of a thread, what its first line says: it is there when a hook is called. */
  function metaOf({ transcript = "" }: HookInput): unknown {
    const known = metas.get(transcript) ?? readMeta(transcript);
    if (known !== undefined) metas.set(transcript, known);
    return known;
  }

  function inThread(input: HookInput, thread: string): HookInput {
    const { session, transcript = "" } = input;
    return {
      ...input,
      agent: thread === session ? undefined : thread,
      transcript: findThread(transcript, thread),
    };
  }

  /** At the end of a subagent the host names its parent's file. */
  function inOwnFile(input: HookInput): HookInput {
    const { agent, transcript = "" } = input;
    const isOwn =
      agent === undefined || transcript === "" || textField(metaOf(input), "id") === agent;
    return isOwn ? input : inThread(input, agent);
  }

  return {
    tools: TOOLS,
    events: EVENTS,
    room: ROOM,
    sessionOf(given) {
      const input = inOwnFile(given);
      const meta = metaOf(input);
      const { agent, session } = input;
      const above = agent === undefined ? undefined : textField(meta, "parent_thread_id");
      return {
        path: input.transcript ?? "",
        agent: agent === undefined ? undefined : (textField(meta, "agent_role") ?? "default"),
        isUnattended: field(meta, "source") === "exec",
        above: agent === undefined ? undefined : inThread(input, above ?? session),
      };
    },
    ofWorker: inThread,
    createTranscript(reader, path) {
      const rollout = createRollout(reader, path);
      rollouts.set(path, rollout);
      return rollout;
    },
    // The host tells only the model of its mode for plans.
    mayEdit: () => true,
    // What one agent tells another is nobody's word.
    typedIn: ({ agent, prompt }) => (agent === undefined ? prompt.trim() : undefined),
    // Only the last one of its messages is handed over, and all of them are written down by then.
    isSaid: (text, said) => `\n${said}`.endsWith(`\n${text}`),
    returnedIn: () => undefined,
    refuse({ tool, args }, { understood, ownAgent, bank }) {
      const command = TOOLS.kindOf(tool) === "shell" ? textField(args, "command") : undefined;
      return (
        (command === undefined ? undefined : refuseTypedInto(command, bank)) ??
        refuseOwnAgent(ownAgent, understood, bank.language)
      );
    },
    toToolResult(input, notes) {
      const { callID, transcript = "" } = input;
      const found = rollouts.get(transcript)?.find(callID);
      // Of a session that is not written down nothing else can be known.
      const exit = transcript === "" ? 0 : found?.exit;
      return toToolResult({
        ...input,
        exit,
        isSeen: !isOfScript(callID),
        worker: found?.worker,
        notes,
      });
    },
    // It takes other texts only in the place of the whole result.
    withTexts: () => undefined,
  };
}
