import type { OpenBank } from "../io/bank/open-bank.ts";
import type { KeptDoc } from "../io/kept/incident.ts";
import type { KeepReason } from "../io/kept/kept-versions.ts";
import type { Policy } from "../policy/decide.ts";
import type { SessionEvent } from "../types.ts";
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
  /** Keeps both versions of docs aside, and says by which name they come back; throws when it cannot. */
  readonly keep: (docs: readonly KeptDoc[], reason: KeepReason) => string;
  readonly decisions: Decisions;
  readonly log: Log;
  /** Something happened in a session: its state and the log know of it. */
  readonly record: (id: string, event: SessionEvent) => void;
  /** Asks the host once whose child a session is, unless that is known. */
  readonly identify: (id: string) => Promise<void> | undefined;
}
