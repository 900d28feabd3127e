import { shortenPath } from "../bank/shorten.ts";
import { createDecisionLog } from "../io/log/decision-log.ts";
import { isWhole } from "../policy/coverage.ts";
import { missingAnchors } from "../policy/missing-anchors.ts";
import { type Restored, toEffectToast, toRestoredToast } from "../policy/effect-notice.ts";
import { toAnswerToast, toJudgedToast, toUnjudgedToast } from "../policy/toast.ts";
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
import type { Happened, Sessions } from "./sessions.ts";
import type { Toasts } from "./toasts.ts";

/** What happens is told here: it becomes lines of the decision log, and toasts where somebody is there to see them. */
export type Decisions = ReturnType<typeof createDecisions>;

interface DecisionsPlace {
  /** The state folder; undefined if nothing is to be logged. */
  readonly folder: (() => string) | undefined;
  readonly toasts: Toasts | undefined;
  readonly bank: Bank;
  readonly sessions: Sessions;
  readonly onProblem: (error: unknown) => void;
}

const MOST_WRITES = 10;
const LONGEST_PATH = 200;
const LONGEST_NAME = 80;
const LONGEST_TITLE = 120;
/** What a message brings is told after the turn that it begins. */
const OF_MESSAGES: ReadonlySet<SessionEvent["kind"]> = new Set(["doc-read", "user-spoke"]);

export function createDecisions({ folder, toasts, bank, sessions, onProblem }: DecisionsPlace) {
  const log = folder && createDecisionLog({ folder, onProblem });

  function write(id: string, at: number, turn: number, event: LogEvent): void {
    const root = sessions.rootOf(id);
    const line = { v: 1, at, session: id, turn, ...event } as const;
    log?.write(root === id ? line : { ...line, root });
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
    sessions.of(id).held.push({ at: Date.now(), event });
  }

  function note(id: string, event: LogEvent, turn?: number): void {
    release(id);
    write(id, Date.now(), turn ?? sessions.stateOf(id).turn, event);
  }

  function happened(id: string, event: SessionEvent, { before, after, news }: Happened): void {
    if (event.kind === "request-began") toasts?.nextStep(id);
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
    if (line.kind === "reader") toasts?.add(id, toAnswerToast(line.verified, bank.language));
    const isMissing = (session: Session) => missingAnchors(session, bank).length > 0;
    if (isMissing(before) && !isMissing(after)) note(id, { kind: "recovered" });
  }

  /** Our failure to log or to show something must never reach the caller. */
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
    note: quietly((id: string, event: LogEvent) => note(id, event)),
    /** The host tells it again and again. */
    titled: quietly((id: string, given: string) => {
      const record = sessions.find(id);
      const title = given.replaceAll(/\s+/g, " ").slice(0, LONGEST_TITLE).trim();
      if (record === undefined || record.title === title) return;
      record.title = title;
      // What waits goes on waiting: a title belongs to no turn.
      write(id, Date.now(), sessions.stateOf(id).turn, { kind: "titled", title });
    }),
    /** A session is now what the host's messages say. */
    settled: quietly(release),
    /** What is folded anew from a history is no news, and is not told. */
    happened: quietly(happened),
    judged: quietly((id: string, tool: string, call: ToolCall, judgement: Judgement) => {
      note(id, toDecision(tool, call, judgement, bank.language));
      toasts?.add(id, toJudgedToast(judgement, bank.language));
    }),
    /** Our own failure kept a call from being judged; whether it ran all the same. The host's log has the reason. */
    unjudged: quietly((id: string, ran: boolean) => {
      note(id, { kind: "unjudged", ran });
      if (!ran) toasts?.add(id, toUnjudgedToast(bank.language));
    }),
    changed: quietly((id: string, effect: Effect) => {
      const { undone, changed, kept } = effect;
      const trace = toLogged(effect.trace, bank.language);
      note(id, { kind: "effect", undone, changed, ...(kept !== undefined && { kept }), trace });
      toasts?.add(id, toEffectToast(effect, bank));
    }),
    restored: quietly((id: string, all: readonly Restored[], trace: readonly ChangeStep[]) => {
      const [first] = all;
      if (first === undefined) return;
      const docs = all.flatMap(({ doc, problem }) => (problem === undefined ? [doc] : []));
      note(id, { kind: "restored", docs, trace: toLogged(trace, bank.language) });
      toasts?.add(id, toRestoredToast(first, bank));
    }),
    /** All of it is in the file: the host may be about to end us. */
    flush(): Promise<void> | undefined {
      releaseAll();
      return log?.flush();
    },
    close(): Promise<void> | undefined {
      releaseAll();
      return log?.close();
    },
  };
}

function toLogged(trace: readonly ChangeStep[], language: Language): LoggedChange[] {
  return trace.slice(0, MOST_WRITES).map((step) => ({ ...step, because: step.because[language] }));
}

function toLogEvent(event: SessionEvent, before: Session, after: Session): LogEvent | undefined {
  switch (event.kind) {
    case "turn-started":
      return { kind: "turn" };
    case "doc-read":
      return { kind: "read", doc: event.doc, whole: isWhole(after.reads.get(event.doc), 0) };
    case "compacted":
      return { kind: "compacted" };
    case "memory-reader-returned":
    case "worker-returned": {
      // A worker that nobody waited for is no memory-reader.
      if (event.kind === "worker-returned" && !before.awaited.includes(event.worker))
        return undefined;
      const { verified } = event;
      return verified === undefined ? { kind: "reader" } : { kind: "reader", verified };
    }
    default:
      return undefined;
  }
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
