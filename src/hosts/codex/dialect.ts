import type { HookInput } from "../shared/hook-input.ts";
import type { HookDialect, HookSession } from "../shared/hooks.ts";
import { field, numberField, textField } from "../shared/payload.ts";
import { toPromptTold } from "../shared/told.ts";
import { EVENTS, ROOM } from "./hook-table.ts";
import { isOfScript } from "./items.ts";
import { type Rollout, createRollout } from "./rollout.ts";
import { findThread, isOfThread, readMeta } from "./rollout-files.ts";
import { toToolResult } from "./tool-result.ts";
import { TOOLS } from "./tools.ts";

/** How Codex's hooks are read and answered. */
export function createDialect(): HookDialect {
  const rollouts = new Map<string, Rollout>();
  const metas = new Map<string, unknown>();

  /** Of a thread, what its first line says: it is there when a hook is called. */
  function metaOf(path: string): unknown {
    const known = metas.get(path) ?? readMeta(path);
    if (known !== undefined) metas.set(path, known);
    return known;
  }

  function sessionOf(input: HookInput): HookSession {
    const { agent, session, transcript: path = "" } = input;
    // At the end of a subagent the host names its parent's file.
    if (agent !== undefined && path !== "" && !isOfThread(path, agent))
      return sessionOf(inThread(input, agent));
    const meta = metaOf(path);
    const isUnattended = field(meta, "source") === "exec";
    if (agent === undefined) return { path, agent, isUnattended, above: undefined };
    const role = textField(meta, "agent_role") ?? "default";
    const above = inThread(input, textField(meta, "parent_thread_id") ?? session);
    return { path, agent: role, isUnattended, above };
  }

  return {
    tools: TOOLS,
    events: EVENTS,
    room: ROOM,
    sessionOf,
    ofWorker: inThread,
    createTranscript(reader, path) {
      const rollout = createRollout(reader, path);
      rollouts.set(path, rollout);
      return rollout;
    },
    // What one agent tells another is nobody's word; what a worker has found comes in the rollout.
    toldIn: ({ agent, prompt }) => (agent === undefined ? toPromptTold(prompt.trim()) : undefined),
    toToolResult(input, notes) {
      const { callID, transcript = "" } = input;
      const item = rollouts.get(transcript)?.find(callID);
      // Of a session that is not written down nothing else can be known.
      const exit = transcript === "" ? 0 : numberField(item, "exit_code");
      return toToolResult({ ...input, exit, isSeen: !isOfScript(callID), item, notes });
    },
  };
}

/** The same hook in another thread. */
function inThread(input: HookInput, thread: string): HookInput {
  const { session, transcript = "" } = input;
  return {
    ...input,
    agent: thread === session ? undefined : thread,
    transcript: findThread(transcript, thread),
  };
}
