import { missingAnchors } from "../policy/missing-anchors.ts";
import {
  type Toast,
  asLastToast,
  toAnswerToast,
  toEffectToast,
  toJudgedToast,
  toRestoredToast,
  toUnjudgedToast,
} from "../policy/toast.ts";
import type { Bank } from "../types.ts";
import { type Decisions, toReader } from "./decisions.ts";
import type { Sessions } from "./sessions.ts";

/** Shows the person a toast, if there is anybody. Nothing waits for it and nothing fails with it. */
export type ShowToast = (toast: Toast) => void;

interface ToastPlace {
  readonly bank: Bank;
  readonly sessions: Sessions;
  readonly show: ShowToast;
  readonly onProblem: (error: unknown) => void;
}

const MOST_OF_TURN = 5;

/** What is told to the log is shown to the person as well, as far as it concerns them at once. */
export function withToasts(decisions: Decisions, place: ToastPlace): Decisions {
  const { bank, sessions, show, onProblem } = place;

  /** Whoever works for somebody else takes of their turn. */
  function showOfTurn(id: string, toast: Toast): void {
    const root = sessions.rootOf(id);
    const { ofTurn } = sessions.of(root).toasts;
    const { turn } = sessions.stateOf(root);
    if (ofTurn.turn !== turn) Object.assign(ofTurn, { turn, shown: 0 });
    if (ofTurn.shown >= MOST_OF_TURN) return;
    ofTurn.shown += 1;
    show(ofTurn.shown === MOST_OF_TURN ? asLastToast(toast, bank) : toast);
  }

  function add(id: string, toToast: () => Toast | undefined): void {
    try {
      const toast = toToast();
      if (toast !== undefined) sessions.of(id).toasts.add(toast, (next) => showOfTurn(id, next));
    } catch (error) {
      onProblem(error);
    }
  }

  return {
    ...decisions,
    happened(id, event, what) {
      decisions.happened(id, event, what);
      const reader = toReader(event, what.before);
      if (reader !== undefined) add(id, () => toAnswerToast(reader.verified, bank));
      if (event.kind !== "request-began") return;
      sessions.find(id)?.toasts.nextStep((toast) => showOfTurn(id, toast));
    },
    judged(id, tool, call, judgement) {
      decisions.judged(id, tool, call, judgement);
      if (judgement.decision.kind === "allow") return;
      const missing = missingAnchors(sessions.stateOf(id), bank).map(({ doc }) => doc);
      add(id, () => toJudgedToast(call, judgement, missing, bank));
    },
    unjudged(id, ran) {
      decisions.unjudged(id, ran);
      if (!ran) add(id, () => toUnjudgedToast(bank));
    },
    changed(id, effect) {
      decisions.changed(id, effect);
      if (effect !== undefined) add(id, () => toEffectToast(effect, bank));
    },
    restored(id, docs, trace) {
      decisions.restored(id, docs, trace);
      if (trace.length > 0) add(id, () => toRestoredToast(docs, trace, bank));
    },
  };
}
