import { type Toast, asLastToast, joinToasts } from "../policy/toast.ts";
import type { Bank } from "../types.ts";
import type { Sessions } from "./sessions.ts";

/** Shows the person a toast, if there is anybody. Nothing waits for it and nothing fails with it. */
export type ShowToast = (toast: Toast) => void;

/** What one session has to show. */
export interface ToastQueue {
  waiting: readonly Toast[];
  timer: NodeJS.Timeout | undefined;
  /** The step has shown nothing yet. */
  isFree: boolean;
  /** How many were shown in the turn of those who speak here. */
  turn: number;
  shown: number;
}

export type Toasts = ReturnType<typeof createToasts>;

/** Calls of one step come together. */
const TOGETHER = 50;
const MOST_WAITING = 100;
const MOST_OF_TURN = 5;

/** At most one toast a step: what comes later waits for the next step. */
export function createToasts(sessions: Sessions, bank: Bank, show: ShowToast) {
  function flush(id: string, queue: ToastQueue): void {
    clearTimeout(queue.timer);
    queue.timer = undefined;
    const [first, ...rest] = queue.waiting;
    if (first === undefined) return;
    queue.waiting = [];
    queue.isFree = false;
    showOfTurn(id, joinToasts([first, ...rest]));
  }

  /** A subagent's toasts count in the turn of the session that the user speaks in. */
  function showOfTurn(id: string, toast: Toast): void {
    const root = sessions.rootOf(id);
    const queue = sessions.of(root).toasts;
    const { turn } = sessions.stateOf(root);
    if (queue.turn !== turn) Object.assign(queue, { turn, shown: 0 });
    if (queue.shown >= MOST_OF_TURN) return;
    queue.shown += 1;
    show(queue.shown === MOST_OF_TURN ? asLastToast(toast, bank.language) : toast);
  }

  return {
    add(id: string, toast: Toast | undefined): void {
      if (toast === undefined) return;
      const queue = sessions.of(id).toasts;
      queue.waiting = [...queue.waiting, toast].slice(0, MOST_WAITING);
      if (queue.isFree) queue.timer ??= setTimeout(() => flush(id, queue), TOGETHER).unref();
    },

    /** The model is asked again. */
    nextStep(id: string): void {
      const queue = sessions.find(id)?.toasts;
      if (queue === undefined) return;
      queue.isFree = true;
      flush(id, queue);
    },
  };
}
