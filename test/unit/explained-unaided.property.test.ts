import * as fc from "fast-check";
import { expect, it, vi } from "vitest";
import type * as snapshots from "../../src/io/effects/bank-snapshot.ts";
import { expectExplained, steps } from "../helpers/explained.ts";

const taken = vi.hoisted(() => ({ count: 0 }));

/** Nothing is taken for unchanged because of its times: every look reads every doc. */
vi.mock("../../src/io/effects/bank-snapshot.ts", async (original) => {
  const real: typeof snapshots = await original();
  return {
    ...real,
    createSnapshots: (now: () => number) => {
      taken.count++;
      return real.createSnapshots(now, () => false);
    },
  };
});

it("the same holds without what speeds the comparison up", async () => {
  await fc.assert(
    fc.asyncProperty(steps, (list) => expectExplained(list)),
    { numRuns: 25 },
  );
  expect(taken.count).toBeGreaterThan(0);
});
