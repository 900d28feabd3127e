/** Nothing is built on a bank of which people have not settled what it says; a merge elsewhere is in nobody's way. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { applyPlan } from "../../src/io/plan/apply-plan.ts";
import { CLASHING_DOC, clash, clashingBranches } from "../helpers/clashing-banks.ts";
import { startFakeHost } from "../helpers/fake-host.ts";
import { placeIn, planOn, treeOf } from "../helpers/plans.ts";

function apply(root: string) {
  const place = placeIn(root);
  const plan = planOn(place.bank, (on) => [on.create("details/new.md", "# New\n")]);
  return () => applyPlan(place, plan);
}

/** Settled in the text, but not for git. */
function settle(root: string): void {
  writeFileSync(join(root, CLASHING_DOC), "# Patterns\n\nPour.\n");
}

describe("no plan is applied", () => {
  it("while git has docs of the bank unmerged, and it is as soon as they are", () => {
    const { root, git } = clashingBranches();
    clash(root, "rebase", "other");
    settle(root);
    const before = treeOf(join(root, "memory-bank"));
    expect(apply(root)).toThrow(
      "memory-bank/details/patterns.md holds a merge that is not settled: no plan is applied meanwhile. Finish it (see git status), then plan again",
    );
    expect(treeOf(join(root, "memory-bank"))).toEqual(before);
    git("add", "-A");
    expect(apply(root)()).toEqual([]);
  });
});

describe("in a host", () => {
  it("the agent's plan is refused before anybody is asked for a yes", async () => {
    const { root } = clashingBranches();
    const host = startFakeHost(root);
    await host.hear("s", "bring the bank up to date");
    clash(root, "merge", "other");
    await expect(host.rebuild("s")).rejects.toThrow(
      "[Memory Bank] memory-bank/details/patterns.md holds a merge that is not settled",
    );
    host.runtime.close();
  });
});
