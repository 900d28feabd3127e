import { expect, it } from "vitest";
import { type CheckJob, createBankHealth } from "./bank-health.ts";

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is in it does not matter here
const JOB = {} as CheckJob;

function aHealth(job: () => CheckJob | undefined = () => JOB) {
  const runs: ((line: string | undefined) => void)[] = [];
  let time = 0;
  const health = createBankHealth(
    job,
    (_, done) => runs.push(done),
    () => time,
  );
  return { health, runs, wait: (ms: number) => (time += ms) };
}

it("shows from the next look on what was found, so that nothing changes within a turn", () => {
  const { health, runs } = aHealth();
  health.look();
  runs[0]?.("1 dead link");
  expect(health.line()).toBeUndefined();
  health.look();
  expect(health.line()).toBe("[Memory Bank] 1 dead link");
});

it("looks once a minute at most, never twice at a time, and forgets what was mended", () => {
  const { health, runs, wait } = aHealth();
  health.look();
  wait(100_000);
  health.look();
  expect(runs).toHaveLength(1);
  runs[0]?.("1 dead link");
  health.look();
  expect(runs).toHaveLength(2);
  runs[1]?.("");
  health.look();
  expect(health.line()).toBeUndefined();
  expect(runs).toHaveLength(2);
});

it("has nothing to say of a bank without an entry, nor when the check fails", () => {
  const none = aHealth(() => undefined);
  none.health.look();
  none.health.look();
  expect(none.runs).toEqual([]);
  const failing = aHealth();
  failing.health.look();
  failing.runs[0]?.(undefined);
  failing.health.look();
  expect(failing.health.line()).toBeUndefined();
});
