import type { HookInput } from "../shared/hook-input.ts";
import { serveBank } from "../shared/serve-bank.ts";
import type { HookDialect, HookSession } from "../shared/hooks.ts";
import { field, textField } from "../shared/payload.ts";
import { toPromptTold } from "../shared/told.ts";
import { EVENTS, ROOM } from "./hook-table.ts";
import { isOfScript } from "./items.ts";
import { createRollout } from "./rollout.ts";
import { findFile, isOfThread, readMeta } from "./rollout-files.ts";
import { toToolResult } from "./tool-result.ts";
import type { ToolServer } from "../shared/tool-server.ts";
import { TOOLS } from "./tools.ts";
import { REFRESH_TOOL, WORDS } from "./words.ts";

/** What Codex's hooks and rollouts have of their own. */
export function createDialect(): HookDialect {
  function sessionOf(input: HookInput): HookSession {
    const { agent, session, transcript: path = "" } = input;
    // When a subagent ends, Codex names the parent's file.
    if (agent !== undefined && path !== "" && !isOfThread(path, agent))
      return sessionOf(inThread(input, agent));
    const meta = readMeta(path);
    const isUnattended = field(meta, "source") === "exec";
    if (agent === undefined) return { path, agent, isUnattended, above: undefined };
    const role = textField(meta, "agent_role") ?? "default";
    const above = inThread(input, textField(meta, "parent_thread_id") ?? session);
    return { path, agent: role, isUnattended, above };
  }

  return {
    words: WORDS,
    tools: TOOLS,
    refreshTool: REFRESH_TOOL,
    callKey: "callId",
    events: EVENTS,
    room: ROOM,
    sessionOf,
    ofWorker: inThread,
    createTranscript: createRollout,
    // A prompt in a subagent comes from an agent, not from a person. Answers of subagents are read from the rollout.
    toldIn: ({ agent, prompt }) => (agent === undefined ? toPromptTold(prompt.trim()) : undefined),
    toToolResult(input, notes) {
      // The model sees only what the script prints of a result; that is read from the rollout.
      const response = isOfScript(input.callID) ? "" : input.response;
      return toToolResult({ ...input, response, item: undefined, notes });
    },
  };
}

/** The same hook in another thread. Its transcript is the thread's latest file: going back starts a new one. */
function inThread(input: HookInput, thread: string): HookInput {
  const { session, transcript = "" } = input;
  return {
    ...input,
    agent: thread === session ? undefined : thread,
    transcript: findFile(transcript, (file) => isOfThread(file, thread)),
  };
}

/** Answers the hooks of the thread that started this server. */
export function serve(): ToolServer {
  return serveBank(createDialect(), process.cwd());
}
