import * as fc from "fast-check";
import { expect, it, vi } from "vitest";
import type * as accounts from "../../src/runtime/bank-account.ts";
import { expectExplained, steps } from "../helpers/explained.ts";

const asked = vi.hoisted(() => ({ count: 0 }));

/** Every bank is taken for a large one: the host waits for no look at it. */
vi.mock("../../src/runtime/bank-account.ts", async (original) => {
  const real: typeof accounts = await original();
  return {
    ...real,
    openAccount: (...place: Parameters<typeof accounts.openAccount>) => {
      const account = real.openAccount(...place);
      return Object.defineProperty(account, "isLarge", {
        get: () => {
          asked.count++;
          return account.isOpen;
        },
      });
    },
  };
});

it("the same holds of a bank that is looked at in pieces", async () => {
  const property = fc.asyncProperty(steps, (list) => expectExplained(list, true));
  await fc.assert(property, { numRuns: 20 });
  expect(asked.count).toBeGreaterThan(0);
}, 120_000);
