import type { OpenBank } from "../io/bank/open-bank.ts";
import type { Policy } from "../policy/decide.ts";
import type { ToolCall, Worker } from "../types.ts";
import type { Decisions } from "./decisions.ts";
import type { EffectChecks } from "./effect-checks.ts";
import type { Sessions } from "./sessions.ts";

/** Where failures of ours are reported. Nothing waits for it and nothing fails with it. */
export interface Log {
  readonly warn: (message: string) => void;
  readonly error: (message: string, error: unknown) => void;
  /** Absent unless somebody asked for it. */
  readonly debug?: ((message: string) => void) | undefined;
}

/** One project held open: what all parts of the runtime share. */
export interface Project {
  readonly root: string;
  readonly bank: OpenBank;
  readonly sessions: Sessions;
  readonly policy: Policy;
  readonly effects: EffectChecks;
  readonly decisions: Decisions;
  readonly log: Log;
}

/** A tool call as a host announces it. */
export interface IncomingCall {
  readonly id: string;
  /** The host's name of it, for the log. */
  readonly tool: string;
  /** Looked at only where the call could not be judged. */
  readonly args: unknown;
  /** Undefined when the call can concern no rule, or could not be understood. */
  readonly call: ToolCall | undefined;
  /** Why it could not be understood. */
  readonly failure?: unknown;
  /** It only looks or hands work on, and is not refused even when we fail. */
  readonly isNeverRefused: () => boolean;
}

/** Where a host puts what is said of a result. */
export interface Delivery {
  /** False when there is no place for it. */
  readonly say: (text: string) => boolean;
  /** Changes what the model sees of the result, where the host lets us. */
  readonly change?: (toShown: (text: string) => string) => void;
  /** Kept with the result, so that a history tells it again. */
  readonly note: (worker: Worker) => void;
}
