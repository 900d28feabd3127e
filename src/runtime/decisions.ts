import { shorten, shortenPath } from "../bank/shorten.ts";
import type { OpenBank } from "../io/bank/open-bank.ts";
import { stateFolderOf } from "../io/disk/state-folder.ts";
import { createDecisionLog } from "../io/log/decision-log.ts";
import { isWhole } from "../policy/coverage.ts";
import { toEffectToast } from "../policy/effect-notice.ts";
import { type Toast, UNJUDGED, toAnswerToast, toJudgedToast, toToast } from "../policy/verdict.ts";
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
import type { Sessions } from "./sessions.ts";

/** Every decision is reported here: it becomes a line of the decision log, and a toast if somebody sees toasts. */
export type Decisions = ReturnType<typeof createDecisions>;

/** Shows the person a toast, if there is anybody to see it. It never delays or breaks anything. */
export type ShowToast = (toast: Toast) => void;

interface DecisionsPlace {
  readonly isLogged: boolean;
  readonly showToast: ShowToast | undefined;
  readonly bank: OpenBank;
  readonly sessions: Sessions;
  readonly onProblem: (error: unknown) => void;
}

const MOST_WRITES = 10;
const LONGEST = 200;

export function createDecisions(place: DecisionsPlace) {
  const { isLogged, showToast, bank, sessions, onProblem } = place;
  let known = { bank: "", folder: "" };
  const folder = () => {
    const at = bank.paths.bank;
    if (known.bank !== at) known = { bank: at, folder: stateFolderOf(at) };
    return known.folder;
  };
  const log = isLogged ? createDecisionLog(folder, onProblem) : undefined;

  function write(id: string, event: LogEvent, turn = sessions.stateOf(id).turn): void {
    const root = sessions.rootOf(id);
    const line = { v: 2, at: Date.now(), session: id, turn, ...event } as const;
    log?.write(root === id ? line : { ...line, root });
  }

  /** Logs the turn once the model is asked: only then has the host sent everything that came before the message. */
  function noteTurn(id: string): void {
    const record = sessions.find(id);
    if (record?.isNewTurn !== true) return;
    record.isNewTurn = false;
    write(id, { kind: "turn" });
  }

  /** A failure to log or to show something must never reach the caller. */
  function quietly(act: () => void): void {
    try {
      act();
    } catch (error) {
      onProblem(error);
    }
  }

  const note = (id: string, event: LogEvent, toast?: Toast) =>
    quietly(() => {
      noteTurn(id);
      write(id, event);
      if (toast !== undefined) showToast?.(toast);
    });

  return {
    note,
    /** The process ends: writes the lines that are waiting. */
    close: () => log?.save(),
    /** Records an event of a session in its state and in the log. */
    record: (id: string, event: SessionEvent): void => {
      const { before, after, news } = sessions.record(id, event);
      quietly(() => {
        const proposals = news
          .filter(({ state }) => state !== "reminded" || sessions.takesOffers(id))
          .map(({ state, target }): LogEvent => {
            return { kind: "proposal", state, target: shortenPath(target, LONGEST) };
          });
        if (event.kind === "turn-started") {
          // A proposal that ended with the turn before belongs to that turn.
          for (const each of proposals) write(id, each, before.turn);
          sessions.of(id).isNewTurn = true;
          return;
        }
        if (event.kind === "request-began") noteTurn(id);
        const line = toLogEvent(event, before, after);
        if (line?.kind === "reader") note(id, line, toAnswerToast(line.verified, bank.language));
        else if (line !== undefined) note(id, line);
        for (const each of proposals) note(id, each);
        const isMissing = (session: Session) => missingAnchors(session, bank).length > 0;
        if (line !== undefined && isMissing(before) && !isMissing(after))
          note(id, { kind: "recovered" });
      });
    },
    /** The host reports the same title again and again. */
    titled: (id: string, given: string): void => {
      const record = sessions.find(id);
      const title = shorten(given, LONGEST);
      if (record === undefined || record.title === title) return;
      record.title = title;
      // A title belongs to no turn.
      quietly(() => write(id, { kind: "titled", title }));
    },
    judged: (id: string, tool: string, call: ToolCall, judgement: Judgement) => {
      const { language } = bank;
      const line = toDecision(tool, call, judgement, language);
      note(id, line, toJudgedToast(judgement, language));
    },
    /** Our own failure kept a call from being judged; `ran`: the call ran all the same. The host's log has the reason. */
    unjudged: (id: string, ran: boolean) =>
      quietly(() => {
        const toast = ran ? undefined : toToast("refused", UNJUDGED, bank.language);
        note(id, { kind: "unjudged", ran }, toast);
      }),
    /** A command changed the bank, or a structured tool did in a way that could not be known before. */
    changed: (id: string, effect: Effect) =>
      note(id, toLoggedEffect(effect, bank.language), toEffectToast(effect, bank)),
  };
}

function toLoggedEffect({ words, undone, ...effect }: Effect, language: Language): LogEvent {
  const trace = effect.trace.map((step) => ({ ...step, because: step.because[language] }));
  if (words === "") return { kind: "restored", docs: undone, trace };
  return { kind: "effect", undone, changed: effect.changed, kept: effect.kept, trace };
}

function toLogEvent(event: SessionEvent, before: Session, after: Session): LogEvent | undefined {
  switch (event.kind) {
    case "doc-read":
      return { kind: "read", doc: event.doc, whole: isWhole(after.reads.get(event.doc), 0) };
    case "compacted":
      return { kind: "compacted" };
    case "worker-returned":
      // A worker that the session does not wait for is not memory-reader.
      if (!before.awaited.includes(event.worker)) return undefined;
      return { kind: "reader", verified: event.verified };
    case "memory-reader-returned":
      return { kind: "reader", verified: event.verified };
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
    tool,
    via,
    writes: writes.slice(0, MOST_WRITES).map(({ target, effect }) => ({
      path: shortenPath(target.path, LONGEST),
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
