import type { Decision, Target, ToolCall } from "../types.ts";
import { hideValues } from "./hide-values.ts";

/** The same call, as it may be shown: without the secrets in its words and paths. Nothing is decided by it alone. */
export function hideInCall(call: ToolCall): ToolCall {
  const { reads, writes, effectCheck } = call;
  return {
    ...call,
    reads: reads.map((read) => ({ ...read, target: hideInTarget(read.target) })),
    writes: writes.map((write) => ({
      ...write,
      target: hideInTarget(write.target),
      words: hideValues(write.words),
    })),
    unknownWrite: hide(call.unknownWrite),
    lateWrite: hide(call.lateWrite),
    refreshesBank: hide(call.refreshesBank),
    effectCheck: effectCheck && { ...effectCheck, words: hideValues(effectCheck.words) },
  };
}

/** What the agent is told, where a rule quotes the call after all. */
export function hideInDecision(decision: Decision): Decision {
  if (decision.kind === "allow") return decision;
  if (decision.kind === "refuse") return { ...decision, message: hideValues(decision.message) };
  const { notice } = decision;
  return { ...decision, notice: { ...notice, text: hideValues(notice.text) } };
}

function hideInTarget(target: Target): Target {
  return { ...target, path: hideValues(target.path), alias: hide(target.alias) };
}

function hide(words: string | undefined): string | undefined {
  return words === undefined ? undefined : hideValues(words);
}
