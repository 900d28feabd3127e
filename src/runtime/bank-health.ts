import { existsSync } from "node:fs";
import type { BankPlace } from "../io/plan/check-plan.ts";
import type { OpenBank } from "../io/bank/open-bank.ts";
import type { CheckOptions } from "../io/bank/read-check-input.ts";

export interface CheckJob {
  readonly place: BankPlace;
  readonly options: CheckOptions;
}

/** Runs a job elsewhere and calls back with its line. */
type Run = (job: CheckJob, done: (line: string | undefined) => void) => void;

/** Whatever can wait begins so long after a prompt. */
const WHILE_MODEL_THINKS = 100;

/** Files of the project come and go without us: what was found is worth a minute. */
const PAUSE = 60_000;

/** The findings of the check, for the prompt: asked for once per turn, computed while the model works. */
export function createBankHealth(
  job: () => CheckJob | undefined,
  run: Run,
  now: () => number = Date.now,
) {
  let known: string | undefined;
  let found: string | undefined;
  let lookedAt = -Infinity;
  let isLooking = false;
  return {
    /** What is wrong with the bank, in one line. It changes only with `look`: a prompt that changes within a turn is cached in vain. */
    line: () => known,
    /** Takes over what was found meanwhile, and looks again unless that was done a moment ago. */
    look(): void {
      known = found;
      if (isLooking || now() - lookedAt < PAUSE) return;
      const next = job();
      if (next === undefined) {
        found = undefined;
        return;
      }
      isLooking = true;
      lookedAt = now();
      run(next, (line) => {
        isLooking = false;
        found = line ? `[Memory Bank] ${line}` : undefined;
      });
    },
  };
}

/** A bank without an entry has been told of already. */
export function toCheckJob(
  bank: OpenBank,
  options: Omit<CheckOptions, "today">,
): CheckJob | undefined {
  if (bank.renderBlock() === undefined) return undefined;
  const { root, bank: folder } = bank.paths;
  const today = new Date().toISOString().slice(0, 10);
  return { place: { root, bank: folder }, options: { ...options, today } };
}

/** In a thread of its own, which is started when the model has been asked: nobody waits for that. */
export function runInWorker(file: URL | undefined, onError: (error: unknown) => void): Run {
  async function start(job: CheckJob, done: (line: string | undefined) => void) {
    if (file === undefined) return done(undefined);
    try {
      if (!existsSync(file)) throw new Error(`there is no ${file.href}`);
      const { Worker } = await import("node:worker_threads");
      const worker = new Worker(file, { workerData: job });
      let line: string | undefined;
      worker.once("message", (text: unknown) => {
        line = String(text);
      });
      worker.once("error", onError);
      worker.once("exit", () => done(line));
      worker.unref();
    } catch (error) {
      onError(error);
      done(undefined);
    }
  }
  return (job, done) => void setTimeout(() => void start(job, done), WHILE_MODEL_THINKS).unref();
}
