import type { Answer as ModelAnswer } from "../../../src/hosts/shared/model-server.ts";
import type { ModelRequest } from "./model-request.ts";

export interface Answer extends ModelAnswer {
  delayMs?: number;
  /** It is not given before this holds. */
  once?: () => boolean;
}

export type Step = Answer | ((request: ModelRequest) => Step);

/** More than the scripted models' context holds: the host compacts before its next request. */
export const CONTEXT_FULL = { promptTokens: 19_500 };

export function say(text: string, more: Omit<Answer, "text"> = {}): Step {
  return { text, ...more };
}

export function call(tool: string, args: unknown, more: Omit<Answer, "calls"> = {}): Step {
  return { calls: [{ tool, args }], ...more };
}

/** Parallel calls of one step: `calls(["read", {…}], ["bash", {…}])`. */
export function calls(...list: [tool: string, args: unknown][]): Step {
  return { calls: list.map(([tool, args]) => ({ tool, args })) };
}

/** The calls of these in one message. */
export function together(...steps: Step[]): Step {
  return (request) => ({ calls: steps.flatMap((step) => toAnswer(step, request).calls ?? []) });
}

export function fail(message: string, status = 403): Step {
  return { failure: { status, message } };
}

export function toAnswer(step: Step, request: ModelRequest): Answer {
  return typeof step === "function" ? toAnswer(step(request), request) : step;
}
