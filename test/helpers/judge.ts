import { type Policy, decide } from "../../src/policy/decide.ts";
import { NEW_SESSION, advance } from "../../src/policy/session.ts";
import type {
  Bank,
  Decision,
  DocChange,
  Session,
  SessionEvent,
  ToolCall,
} from "../../src/types.ts";
import { aBank, aCall, aPolicy, aWrite } from "./builders.ts";

interface Given extends Partial<Policy> {
  readonly session?: Session;
  readonly bank?: Partial<Bank>;
}

/** What all rules say together; the gates are off unless a test sets them. */
export function judge(call: ToolCall, { session, bank, ...policy }: Given = {}): Decision {
  const given = aPolicy({ guardMode: "off", ...policy });
  return decide(call, session ?? NEW_SESSION, aBank(bank), given).decision;
}

export function sessionAfter(...events: SessionEvent[]): Session {
  return events.reduce(advance, NEW_SESSION);
}

export function changing(path: string, change: Partial<DocChange>): ToolCall {
  const whole = { before: undefined, after: undefined, brings: "", secret: undefined, ...change };
  return aCall({ writes: [{ ...aWrite(path), change: whole }] });
}

/** The message of a refusal or the text of a notice. */
export function textOf(decision: Decision, kind: "refuse" | "warn"): string {
  if (decision.kind !== kind) throw new Error(`expected ${kind}, found ${decision.kind}`);
  return decision.kind === "refuse" ? decision.message : decision.notice.text;
}
