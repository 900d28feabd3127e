import * as fc from "fast-check";
import { it } from "vitest";
import { expectExplained, steps } from "../helpers/explained.ts";

it("every change of a bank is explained by the right one, and nothing is lost", async () => {
  await fc.assert(
    fc.asyncProperty(steps, (list) => expectExplained(list)),
    { numRuns: 30 },
  );
});
