import { type HookInput, readHookInput } from "../shared/hook-input.ts";
import type { HookDialect } from "../shared/hooks.ts";
import { toPromptTold, toReturnTold } from "../shared/told.ts";
import { EVENTS, ROOM } from "./hook-events.ts";
import { toFailedResult, toToolResult } from "./tool-result.ts";
import { TOOLS, toAgent, toNotification, toTyped } from "./tools.ts";
import { createTranscript } from "./transcript.ts";

/** How Claude Code's hooks are read and answered. */
export function createDialect(isUnattended: boolean): HookDialect {
  return {
    tools: TOOLS,
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
      return TOOLS.kindOf(tool) === "shell" ? toFailedResult(error) : undefined;
    },
  };
}

/** A subagent has a file of its own, in a folder beside its parent's. */
function transcriptOf({ transcript = "", agent }: HookInput): string {
  return agent === undefined
    ? transcript
    : `${transcript.replace(/\.jsonl$/, "")}/subagents/agent-${agent}.jsonl`;
}
