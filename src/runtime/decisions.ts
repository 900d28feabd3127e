import { shortenPath } from "../bank/shorten.ts";
import { type DecisionLog, createDecisionLog } from "../io/log/decision-log.ts";
import { isWhole } from "../policy/coverage.ts";
import { missingAnchors } from "../policy/missing-anchors.ts";
import type {
  Bank,
  ChangeStep,
  Effect,
  Judgement,
  Language,
  LogEvent,
  LoggedChange,
  LoggedDecision,
  Session,
  SessionEvent,
  ToolCall,
} from "../types.ts";
import type { Log } from "./project.ts";
import type { Happened, Sessions } from "./sessions.ts";

/** What happens is told here, and becomes lines of the decision log. */
export interface Decisions {
  /** What is folded anew from a history is no news, and is not told. */
  happened(id: string, event: SessionEvent, what: Happened): void;
  /** A session is now what the host's messages say. */
  settled(id: string): void;
  note(id: string, event: LogEvent): void;
  /** The host tells it again and again. */
  titled(id: string, title: string): void;
  judged(id: string, tool: string, call: ToolCall, judgement: Judgement): void;
  /** Our own failure kept a call from being judged; whether it ran all the same. */
  unjudged(id: string, ran: boolean): void;
  changed(id: string, effect: Effect | undefined): void;
  restored(id: string, docs: readonly string[], trace: readonly ChangeStep[]): void;
  /** All of it is in the file: the host may be about to end us. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

export interface DecisionsPlace {
  readonly log: DecisionLog;
  readonly bank: Bank;
  readonly sessions: Sessions;
  readonly now: () => number;
  readonly onProblem: (error: unknown) => void;
}

const MOST_WRITES = 10;
const LONGEST_PATH = 200;
const LONGEST_NAME = 80;
const LONGEST_TITLE = 120;
/** What a message brings is told after the turn that it begins. */
const OF_MESSAGES: ReadonlySet<SessionEvent["kind"]> = new Set(["doc-read", "user-spoke"]);

export const SILENT: Decisions = {
  happened() {},
  settled() {},
  note() {},
  titled() {},
  judged() {},
  unjudged() {},
  changed() {},
  restored() {},
  flush: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

/** The decision log in the state folder. */
export function openDecisions(
  folder: () => string,
  bank: Bank,
  sessions: Sessions,
  log: Log,
): Decisions {
  const onProblem = (error: unknown) => log.error("the decision log cannot be written", error);
  const file = createDecisionLog({ folder, onProblem });
  return createDecisions({ log: file, bank, sessions, now: Date.now, onProblem });
}

export function createDecisions(place: DecisionsPlace): Decisions {
  const { log, bank, sessions, now, onProblem } = place;

  function write(id: string, at: number, turn: number, event: LogEvent): void {
    const root = sessions.rootOf(id);
    const line = { v: 1, at, session: id, turn, ...event } as const;
    log.write(root === id ? line : { ...line, root });
  }

  function releaseAll(): void {
    for (const { id } of sessions.records()) release(id);
  }

  /** Which turn a message begins shows only when the host has sent the messages before it. */
  function release(id: string): void {
    const record = sessions.find(id);
    if (record === undefined || record.held.length === 0) return;
    const { held } = record;
    record.held = [];
    const { turn } = sessions.stateOf(id);
    for (const { at, event } of held) write(id, at, turn, event);
  }

  function hold(id: string, event: LogEvent): void {
    const record = sessions.of(id);
    record.held = [...record.held, { at: now(), event }];
  }

  function note(id: string, event: LogEvent, turn?: number): void {
    release(id);
    write(id, now(), turn ?? sessions.stateOf(id).turn, event);
  }

  function happened(id: string, event: SessionEvent, { before, after, news }: Happened): void {
    const lines = news
      .filter(({ state }) => state !== "reminded" || sessions.takesOffers(id))
      .map((each): LogEvent => ({ kind: "proposal", ...each }));
    const line = toLogEvent(event, before, after);
    if (line?.kind === "turn") {
      // What ended the turn before belongs to that one.
      for (const each of lines) note(id, each, before.turn);
      hold(id, line);
    } else {
      for (const each of line === undefined ? lines : [line, ...lines]) {
        const isHeld = (sessions.find(id)?.held.length ?? 0) > 0;
        if (isHeld && OF_MESSAGES.has(event.kind)) hold(id, each);
        else note(id, each);
      }
    }
    if (line === undefined) return;
    if (isMissing(before, bank) && !isMissing(after, bank)) note(id, { kind: "recovered" });
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
    note: quietly((id, event) => note(id, event)),
    titled: quietly((id, given) => {
      const record = sessions.find(id);
      const title = given.replaceAll(/\s+/g, " ").slice(0, LONGEST_TITLE).trim();
      if (record === undefined || record.title === title) return;
      record.title = title;
      // What waits goes on waiting: a title belongs to no turn.
      write(id, now(), sessions.stateOf(id).turn, { kind: "titled", title });
    }),
    settled: quietly(release),
    happened: quietly(happened),
    judged: quietly((id, tool, call, judgement) =>
      note(id, toDecision(tool, call, judgement, bank.language)),
    ),
    // The host's log has the reason.
    unjudged: quietly((id, ran) => note(id, { kind: "unjudged", ran })),
    changed: quietly((id, effect) => {
      if (effect !== undefined) note(id, toEffect(effect, bank.language));
    }),
    restored: quietly((id, docs, trace) => {
      if (trace.length > 0)
        note(id, { kind: "restored", docs, trace: toLogged(trace, bank.language) });
    }),
    flush() {
      releaseAll();
      return log.flush();
    },
    close() {
      releaseAll();
      return log.close();
    },
  };
}

function toLogged(trace: readonly ChangeStep[], language: Language): LoggedChange[] {
  return trace.slice(0, MOST_WRITES).map((step) => ({ ...step, because: step.because[language] }));
}

function toEffect({ undone, changed, kept, trace }: Effect, language: Language): LogEvent {
  return {
    kind: "effect",
    undone,
    changed,
    ...(kept !== undefined && { kept }),
    trace: toLogged(trace, language),
  };
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
    case "compacted":
      return { kind: "compacted" };
    default:
      return toReader(event, before);
  }
}

/** memory-reader has answered: at once, or as somebody who was waited for. */
export function toReader(
  event: SessionEvent,
  { awaited }: Session,
): Extract<LogEvent, { kind: "reader" }> | undefined {
  const isReader =
    event.kind === "memory-reader-returned" ||
    (event.kind === "worker-returned" && awaited.includes(event.worker));
  if (!isReader) return undefined;
  const { verified } = event;
  return verified === undefined ? { kind: "reader" } : { kind: "reader", verified };
}

function toDecision(
  tool: string,
  { via, writes }: ToolCall,
  { decision, trace, risk }: Judgement,
  language: Language,
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
      because: verdict.because[language],
    })),
  };
}
