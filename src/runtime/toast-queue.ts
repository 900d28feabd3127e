import { type Toast, joinToasts } from "../policy/toast.ts";

export type ToastQueue = ReturnType<typeof createToastQueue>;

/** Calls of one step come together. */
const TOGETHER = 50;
const MOST_WAITING = 100;

/** What one session has to show: at most one toast a step, so that what comes later waits for the next one. */
export function createToastQueue() {
  let waiting: readonly Toast[] = [];
  let timer: NodeJS.Timeout | undefined;
  let isStepOver = true;

  function flush(show: (toast: Toast) => void): void {
    clearTimeout(timer);
    timer = undefined;
    const [first, ...rest] = waiting;
    if (first === undefined) return;
    waiting = [];
    isStepOver = false;
    show(joinToasts([first, ...rest]));
  }

  return {
    add(toast: Toast, show: (toast: Toast) => void): void {
      waiting = [...waiting, toast].slice(0, MOST_WAITING);
      if (isStepOver) timer ??= setTimeout(() => flush(show), TOGETHER).unref();
    },
    /** The model is asked again. */
    nextStep(show: (toast: Toast) => void): void {
      isStepOver = true;
      flush(show);
    },
    /** Of the turns of those who speak here. */
    ofTurn: { turn: -1, shown: 0 },
  };
}
