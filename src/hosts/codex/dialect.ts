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

  /** What the first line of a rollout says of its thread. It is written before the first hook. */
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
    // What an agent tells a subagent was not said by a person. What a subagent found is in the rollout.
    toldIn: ({ agent, prompt }) => (agent === undefined ? toPromptTold(prompt.trim()) : undefined),
    toToolResult(input, notes) {
      const { callID, transcript = "" } = input;
      const item = rollouts.get(transcript)?.find(callID);
      // Without a rollout nothing is known of how a command ended: it is taken to have ended well.
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
