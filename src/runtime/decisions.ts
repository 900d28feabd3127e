import { shortenPath } from "../bank/shorten.ts";
import { createDecisionLog } from "../io/log/decision-log.ts";
import { isWhole } from "../policy/coverage.ts";
import { missingAnchors } from "../policy/missing-anchors.ts";
import { toEffectToast } from "../policy/effect-notice.ts";
import {
  type Toast,
  asLastToast,
  toAnswerToast,
  toJudgedToast,
  toUnjudgedToast,
} from "../policy/toast.ts";
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

/** What happens is told here: it becomes lines of the decision log, and toasts where somebody is there to see them. */
export type Decisions = ReturnType<typeof createDecisions>;

/** Shows the person a toast, if there is anybody. Nothing waits for it and nothing fails with it. */
export type ShowToast = (toast: Toast) => void;

interface DecisionsPlace {
  /** The state folder; undefined if nothing is to be logged. */
  readonly folder: (() => string) | undefined;
  readonly showToast: ShowToast | undefined;
  readonly bank: Bank;
  readonly sessions: Sessions;
  readonly onProblem: (error: unknown) => void;
}

const TOASTS_OF_TURN = 5;
const MOST_WRITES = 10;
const LONGEST_PATH = 200;
const LONGEST_NAME = 80;
const LONGEST_TITLE = 120;

export function createDecisions({ folder, showToast, bank, sessions, onProblem }: DecisionsPlace) {
  const log = folder && createDecisionLog({ folder, onProblem });

  function write(id: string, turn: number, event: LogEvent): void {
    const root = sessions.rootOf(id);
    const line = { v: 1, at: Date.now(), session: id, turn, ...event } as const;
    log?.(root === id ? line : { ...line, root });
  }

  function note(id: string, event: LogEvent): void {
    noteTurn(id);
    write(id, sessions.stateOf(id).turn, event);
  }

  /** Which turn a message begins is known for sure when the model is asked: by then the host has sent what came before it. */
  function noteTurn(id: string): void {
    const record = sessions.find(id);
    if (record?.isNewTurn !== true) return;
    record.isNewTurn = false;
    write(id, sessions.stateOf(id).turn, { kind: "turn" });
  }

  /** A subagent's toasts count in the turn of the session that the user speaks in. */
  function toast(id: string, shown: Toast | undefined): void {
    if (showToast === undefined || shown === undefined) return;
    const root = sessions.rootOf(id);
    const { turn } = sessions.stateOf(root);
    const { toasts } = sessions.of(root);
    const count = toasts.turn === turn ? toasts.count + 1 : 1;
    sessions.of(root).toasts = { turn, count };
    if (count < TOASTS_OF_TURN) showToast(shown);
    if (count === TOASTS_OF_TURN) showToast(asLastToast(shown, bank.language));
  }

  function happened(id: string, event: SessionEvent, { before, after, news }: Happened): void {
    const proposals = news
      .filter(({ state }) => state !== "reminded" || sessions.takesOffers(id))
      .map((each): LogEvent => ({ kind: "proposal", ...each }));
    if (event.kind === "turn-started") {
      // What ended the turn before belongs to that one.
      for (const each of proposals) write(id, before.turn, each);
      sessions.of(id).isNewTurn = true;
      return;
    }
    if (event.kind === "request-began") noteTurn(id);
    const line = toLogEvent(event, before, after);
    for (const each of line === undefined ? proposals : [line, ...proposals]) note(id, each);
    if (line === undefined) return;
    if (line.kind === "reader") toast(id, toAnswerToast(line.verified, bank.language));
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
    note: quietly(note),
    /** The host tells it again and again. */
    titled: quietly((id: string, given: string) => {
      const record = sessions.find(id);
      const title = given.replaceAll(/\s+/g, " ").slice(0, LONGEST_TITLE).trim();
      if (record === undefined || record.title === title) return;
      record.title = title;
      // A title belongs to no turn.
      write(id, sessions.stateOf(id).turn, { kind: "titled", title });
    }),
    /** What is folded anew from a history is no news, and is not told. */
    happened: quietly(happened),
    judged: quietly((id: string, tool: string, call: ToolCall, judgement: Judgement) => {
      note(id, toDecision(tool, call, judgement, bank.language));
      toast(id, toJudgedToast(judgement, bank.language));
    }),
    /** Our own failure kept a call from being judged; whether it ran all the same. The host's log has the reason. */
    unjudged: quietly((id: string, ran: boolean) => {
      note(id, { kind: "unjudged", ran });
      if (!ran) toast(id, toUnjudgedToast(bank.language));
    }),
    changed: quietly((id: string, effect: Effect) => {
      const { undone, changed, kept } = effect;
      const trace = toLogged(effect.trace, bank.language);
      note(id, { kind: "effect", undone, changed, ...(kept !== undefined && { kept }), trace });
      toast(id, toEffectToast(effect, bank));
    }),
    restored: quietly((id: string, effect: Effect) => {
      const trace = toLogged(effect.trace, bank.language);
      note(id, { kind: "restored", docs: effect.undone, trace });
      toast(id, toEffectToast(effect, bank));
    }),
  };
}

function toLogged(trace: readonly ChangeStep[], language: Language): LoggedChange[] {
  return trace.slice(0, MOST_WRITES).map((step) => ({ ...step, because: step.because[language] }));
}

function toLogEvent(event: SessionEvent, before: Session, after: Session): LogEvent | undefined {
  switch (event.kind) {
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
