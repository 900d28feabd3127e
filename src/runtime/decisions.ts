import { shortenPath } from "../bank/shorten.ts";
import type { OpenBank } from "../io/bank/open-bank.ts";
import { stateFolderOf } from "../io/disk/state-folder.ts";
import { createDecisionLog } from "../io/log/decision-log.ts";
import { isWhole } from "../policy/coverage.ts";
import { toEffectToast } from "../policy/effect-notice.ts";
import {
  type Toast,
  UNJUDGED,
  asLastToast,
  toAnswerToast,
  toJudgedToast,
  toToast,
} from "../policy/verdict.ts";
import { missingAnchors } from "../policy/session.ts";
import type {
  Effect,
  Judgement,
  Language,
  LogEvent,
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
  readonly isLogged: boolean;
  readonly showToast: ShowToast | undefined;
  readonly bank: OpenBank;
  readonly sessions: Sessions;
  readonly onProblem: (error: unknown) => void;
}

const TOASTS_OF_TURN = 5;
const MOST_WRITES = 10;
const LONGEST_PATH = 200;
const LONGEST_NAME = 80;
const LONGEST_TITLE = 120;

export function createDecisions({
  isLogged,
  showToast,
  bank,
  sessions,
  onProblem,
}: DecisionsPlace) {
  let place = { bank: "", folder: "" };
  /** Worked out anew only once the bank has come to be elsewhere. */
  const folder = (): string => {
    const { bank: path } = bank.paths;
    if (path !== place.bank) place = { bank: path, folder: stateFolderOf(path) };
    return place.folder;
  };
  const log = isLogged ? createDecisionLog({ folder, onProblem }) : undefined;

  function write(id: string, turn: number, event: LogEvent): void {
    const root = sessions.rootOf(id);
    const line = { v: 2, at: Date.now(), session: id, turn, ...event } as const;
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
      .map(({ state, target }): LogEvent => {
        return { kind: "proposal", state, target: shortenPath(target, LONGEST_PATH) };
      });
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
  function quietly(act: () => void): void {
    try {
      act();
    } catch (error) {
      onProblem(error);
    }
  }

  return {
    note: (id: string, event: LogEvent) => quietly(() => note(id, event)),
    /** Something happened in a session: its state and the log know of it. */
    record: (id: string, event: SessionEvent): void => {
      const change = sessions.record(id, event);
      quietly(() => happened(id, event, change));
    },
    /** The host tells it again and again. */
    titled(id: string, given: string): void {
      const record = sessions.find(id);
      const title = given.replaceAll(/\s+/g, " ").slice(0, LONGEST_TITLE).trim();
      if (record === undefined || record.title === title) return;
      record.title = title;
      // A title belongs to no turn.
      quietly(() => write(id, sessions.stateOf(id).turn, { kind: "titled", title }));
    },
    judged: (id: string, tool: string, call: ToolCall, judgement: Judgement) =>
      quietly(() => {
        note(id, toDecision(tool, call, judgement, bank.language));
        toast(id, toJudgedToast(judgement, bank.language));
      }),
    /** Our own failure kept a call from being judged; whether it ran all the same. The host's log has the reason. */
    unjudged: (id: string, ran: boolean) =>
      quietly(() => {
        note(id, { kind: "unjudged", ran });
        if (!ran) toast(id, toToast("refused", UNJUDGED, bank.language));
      }),
    /** What a command did to the bank, or a structured tool where nobody could foresee it. */
    changed: (id: string, effect: Effect) =>
      quietly(() => {
        note(id, toLoggedEffect(effect, bank.language));
        toast(id, toEffectToast(effect, bank));
      }),
  };
}

function toLoggedEffect(
  { words, undone, changed, kept, trace: steps }: Effect,
  language: Language,
): LogEvent {
  const trace = steps
    .slice(0, MOST_WRITES)
    .map((step) => ({ ...step, because: step.because[language] }));
  if (words === "") return { kind: "restored", docs: undone, trace };
  return { kind: "effect", undone, changed, ...(kept !== undefined && { kept }), trace };
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
