import { NO_RESULT } from "../../policy/call.ts";
import { type HookInput, readHookInput } from "../shared/hook-input.ts";
import { toAgent } from "../shared/host-tools.ts";
import { serveBank } from "../shared/serve-bank.ts";
import type { HookDialect } from "../shared/hooks.ts";
import { toPromptTold, toReturnTold } from "../shared/told.ts";
import { EVENTS, ROOM } from "./hook-events.ts";
import { toToolResult } from "./tool-result.ts";
import type { ToolServer } from "../shared/tool-server.ts";
import { TOOLS, toNotification, toTyped } from "./tools.ts";
import { createTranscript } from "./transcript.ts";
import { REFRESH_TOOL, WORDS } from "./words.ts";

/** What Claude Code's hooks and transcripts have of their own. */
export function createDialect(isUnattended: boolean): HookDialect {
  return {
    words: WORDS,
    tools: TOOLS,
    refreshTool: REFRESH_TOOL,
    callKey: "claudecode/toolUseId",
    events: EVENTS,
    room: ROOM,
    sessionOf: (input) => ({
      path: transcriptOf(input),
      agent: input.agent && input.agentType ? toAgent(input.agentType) : undefined,
      isUnattended,
      above: input.agent === undefined ? undefined : { ...input, agent: undefined },
    }),
    ofWorker: ({ transcript, session }, worker) =>
      readHookInput({ transcript, session, agent: worker }),
    createTranscript,
    toldIn({ prompt }, lookUp) {
      const { worker, answer } = toNotification(prompt) ?? {};
      return worker === undefined
        ? toPromptTold(toTyped(prompt))
        : toReturnTold(worker, lookUp, Date.now(), answer);
    },
    toToolResult(input, notes) {
      const { event, tool, error } = input;
      if (event !== "PostToolUseFailure") return toToolResult({ ...input, notes });
      return TOOLS.kindOf(tool) === "shell" ? { ...NO_RESULT, text: error } : undefined;
    },
  };
}

/** A subagent has its own transcript, in a folder beside its parent's file. */
function transcriptOf({ transcript = "", agent }: HookInput): string {
  return agent === undefined
    ? transcript
    : `${transcript.replace(/\.jsonl$/, "")}/subagents/agent-${agent}.jsonl`;
}

/** Answers the hooks of the Claude Code that started this server. */
export function serve(): ToolServer {
  const isUnattended = process.env["CLAUDE_CODE_ENTRYPOINT"] === "sdk-cli";
  return serveBank(createDialect(isUnattended), process.env["CLAUDE_PROJECT_DIR"] || process.cwd());
}
