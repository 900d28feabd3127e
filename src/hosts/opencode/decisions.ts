import { type DecisionLog, createDecisionLog } from "../../io/log/decision-log.ts";
import { isWhole } from "../../policy/coverage.ts";
import { missingAnchors } from "../../policy/missing-anchors.ts";
import { shortenPath } from "../../bank/shorten.ts";
import type {
  Bank,
  Effect,
  Judgement,
  LogEvent,
  LoggedDecision,
  Session,
  SessionEvent,
  ToolCall,
} from "../../types.ts";
import type { Log } from "./log.ts";
import { toProposalLine } from "./proposal-lines.ts";
import type { Sessions, Witness } from "./sessions.ts";

/** What happens is told here, and becomes lines of the decision log. */
export interface Decisions extends Witness {
  note(sessionID: string, event: LogEvent): void;
  judged(sessionID: string, tool: string, call: ToolCall, judgement: Judgement): void;
  changed(sessionID: string, effect: Effect | undefined): void;
  restored(sessionID: string, docs: readonly string[]): void;
  close(): Promise<void>;
}

export interface DecisionsPlace {
  readonly log: DecisionLog;
  readonly bank: Bank;
  readonly sessions: () => Pick<Sessions, "get" | "rootOf" | "takesOffers">;
  readonly now: () => number;
  readonly onProblem: (error: unknown) => void;
}

const MOST_WRITES = 10;
const LONGEST_PATH = 200;
const LONGEST_NAME = 80;
const SESSIONS_HELD = 100;
/** What a message brings is told after the turn that it begins. */
const OF_MESSAGES: ReadonlySet<SessionEvent["kind"]> = new Set(["doc-read", "user-spoke"]);

export const SILENT: Decisions = {
  happened() {},
  settled() {},
  note() {},
  judged() {},
  changed() {},
  restored() {},
  close: () => Promise.resolve(),
};

/** The decision log in the state folder. */
export function openDecisions(
  folder: () => string,
  bank: Bank,
  sessions: DecisionsPlace["sessions"],
  log: Log,
): Decisions {
  const onProblem = (error: unknown) => log.error("the decision log cannot be written", error);
  const file = createDecisionLog({ folder, onProblem });
  return createDecisions({ log: file, bank, sessions, now: Date.now, onProblem });
}

export function createDecisions(place: DecisionsPlace): Decisions {
  const { log, bank, sessions, now, onProblem } = place;
  /** Which turn a message begins shows only when the host has sent the messages before it. */
  const held = new Map<string, { readonly at: number; readonly event: LogEvent }[]>();

  function write(sessionID: string, at: number, event: LogEvent): void {
    const root = sessions().rootOf(sessionID);
    const { turn } = sessions().get(sessionID);
    const line = { v: 1, at, session: sessionID, turn, ...event } as const;
    log.write(root === sessionID ? line : { ...line, root });
  }

  function release(sessionID: string): void {
    const lines = held.get(sessionID);
    if (lines === undefined) return;
    held.delete(sessionID);
    for (const { at, event } of lines) write(sessionID, at, event);
  }

  function hold(sessionID: string, event: LogEvent): void {
    held.set(sessionID, [...(held.get(sessionID) ?? []), { at: now(), event }]);
    const oldest = held.keys().next();
    if (held.size > SESSIONS_HELD && !oldest.done) release(oldest.value);
  }

  function note(sessionID: string, event: LogEvent): void {
    release(sessionID);
    write(sessionID, now(), event);
  }

  function happened(sessionID: string, event: SessionEvent, before: Session, after: Session): void {
    const line =
      toLogEvent(event, before, after) ?? toProposalLine(event, before.proposals, after.proposals);
    if (line === undefined || isForNobody(sessionID, line)) return;
    const isOfMessage =
      line.kind === "turn" || (OF_MESSAGES.has(event.kind) && held.has(sessionID));
    if (isOfMessage) hold(sessionID, line);
    else note(sessionID, line);
    if (isMissing(before, bank) && !isMissing(after, bank)) note(sessionID, { kind: "recovered" });
  }

  /** A reminder that no request carries. */
  function isForNobody(sessionID: string, line: LogEvent): boolean {
    const isReminder = line.kind === "proposal" && line.state === "reminded";
    return isReminder && !sessions().takesOffers(sessionID);
  }

  /** Nobody who tells us something need fear for it. */
  function quietly<Args extends readonly unknown[]>(act: (...args: Args) => void) {
    return (...args: Args): void => {
      try {
        act(...args);
      } catch (error) {
        onProblem(error);
      }
    };
  }

  return {
    note: quietly(note),
    settled: quietly(release),
    happened: quietly(happened),
    judged: quietly((sessionID, tool, call, judgement) =>
      note(sessionID, toDecision(tool, call, judgement)),
    ),
    changed: quietly((sessionID, effect) => {
      if (effect !== undefined) note(sessionID, toEffect(effect));
    }),
    restored: quietly((sessionID, docs) => {
      if (docs.length > 0) note(sessionID, { kind: "restored", docs });
    }),
    close() {
      for (const sessionID of held.keys()) release(sessionID);
      return log.close();
    },
  };
}

function toEffect({ undone, changed, kept }: Effect): LogEvent {
  return { kind: "effect", undone, changed, ...(kept !== undefined && { kept }) };
}

function isMissing(session: Session, bank: Bank): boolean {
  return missingAnchors(session, bank).length > 0;
}

function toLogEvent(event: SessionEvent, before: Session, after: Session): LogEvent | undefined {
  switch (event.kind) {
    case "turn-started":
      return { kind: "turn" };
    case "doc-read":
      return { kind: "read", doc: event.doc, whole: isWhole(after.reads.get(event.doc), 0) };
    case "memory-reader-returned":
      return toReader(event.verified);
    case "compacted":
      return { kind: "compacted" };
    case "worker-returned":
      return after.memoryReader === before.memoryReader ? undefined : toReader(event.verified);
    default:
      return undefined;
  }
}

function toReader(verified: string | undefined): LogEvent {
  return verified === undefined ? { kind: "reader" } : { kind: "reader", verified };
}

function toDecision(
  tool: string,
  { via, writes }: ToolCall,
  { decision, trace, risk }: Judgement,
): LoggedDecision {
  const more = writes.length - MOST_WRITES;
  return {
    kind: "decision",
    tool: shortenPath(tool, LONGEST_NAME),
    via,
    writes: writes.slice(0, MOST_WRITES).map(({ target, effect }) => ({
      path: shortenPath(target.path, LONGEST_PATH),
      effect,
    })),
    ...(more > 0 && { more }),
    risk: risk.level,
    reason: risk.because.kind,
    decision: decision.kind,
    ...(decision.kind !== "allow" && { rule: decision.rule }),
    trace: trace.map(({ rule, verdict }) => ({
      rule,
      verdict: verdict.kind,
      because: verdict.because,
    })),
  };
}
