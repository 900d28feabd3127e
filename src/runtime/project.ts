import type { OpenBank } from "../io/bank/open-bank.ts";
import type { Policy } from "../policy/decide.ts";
import type { Language, ToolCall, Worker } from "../types.ts";
import type { Decisions } from "./decisions.ts";
import type { EffectChecks } from "./effect-checks.ts";
import type { Sessions } from "./sessions.ts";

/** Where our own failures are reported. Reporting never delays or breaks anything. */
export interface Log {
  readonly warn: (message: string) => void;
  readonly error: (message: string, error: unknown) => void;
  /** Absent unless debugging is on. */
  readonly debug?: ((message: string) => void) | undefined;
}

/** One project held open: what all parts of the runtime share. */
export interface Project {
  readonly root: string;
  readonly bank: OpenBank;
  /** The language that a setting names, and the user's own. */
  readonly lang: Language | undefined;
  readonly locale: Language;
  readonly sessions: Sessions;
  readonly policy: Policy;
  readonly effects: EffectChecks;
  readonly decisions: Decisions;
  readonly log: Log;
}

/** A tool call as a host announces it. */
export interface IncomingCall {
  readonly id: string;
  /** What the host calls the tool, for the log. */
  readonly tool: string;
  /** Used only if the call could not be judged. */
  readonly args: unknown;
  /** Undefined if no rule concerns the call, or if it could not be understood. */
  readonly call: ToolCall | undefined;
  /** Why the call could not be understood. */
  readonly failure?: unknown;
  /** The call only looks or hands work on, and is not refused even when we fail. */
  readonly isNeverRefused: () => boolean;
}

/** Where a host puts what is said of a result. */
export interface Delivery {
  /** Returns false when there is no place for the text. */
  readonly say: (text: string) => boolean;
  /** Keeps a worker's reads and writes with the result; absent where a history tells no more than its text. */
  readonly note?: (worker: Worker) => void;
}
