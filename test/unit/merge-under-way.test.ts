/** Nothing is built on a bank of which people have not settled what it says; a merge elsewhere is in nobody's way. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkBank } from "../../src/check/check-bank.ts";
import { summarizeFindings } from "../../src/check/summarize-findings.ts";
import { applyPlan } from "../../src/io/plan/apply-plan.ts";
import { checkInputOf } from "../helpers/check-input-of.ts";
import { CLASHING_DOC, clash, clashingBranches } from "../helpers/clashing-banks.ts";
import { startFakeHost } from "../helpers/fake-host.ts";
import { placeIn, planOn, treeOf } from "../helpers/plans.ts";

const MARKED = "# Patterns\n\n<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> other\n";

function apply(root: string) {
  const place = placeIn(root);
  const plan = planOn(place.bank, (on) => [on.create("details/new.md", "# New\n")]);
  return () => applyPlan(place, plan, { stateFolder: () => join(root, "..", "state") });
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
    expect(apply(root)().changed).toEqual(["details/new.md"]);
  });

  it("while conflict markers stand in a doc, with git or without", () => {
    const { root, git } = clashingBranches();
    clash(root, "merge", "other");
    git("commit", "-qam", "with its markers");
    expect(apply(root)).toThrow("memory-bank/details/patterns.md:3 holds a merge");
    settle(root);
    expect(apply(root)().changed).toEqual(["details/new.md"]);
  });

  it("but a rebase that does not touch the bank is not in the way", () => {
    const { root } = clashingBranches("README.md");
    clash(root, "rebase", "other");
    expect(apply(root)().changed).toEqual(["details/new.md"]);
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
    await host.runtime.close();
  });

  it("a plan that was agreed to before is not applied either", async () => {
    const { root } = clashingBranches();
    const host = startFakeHost(root);
    await host.hear("s", "bring the bank up to date");
    const plan = /[\da-f]{12}/.exec(await host.rebuild("s"))?.[0] ?? "";
    host.say("s", `Shall I apply the plan ${plan}?`);
    await host.hear("s", "yes");
    clash(root, "merge", "other");
    const before = treeOf(join(root, "memory-bank"));
    await expect(host.rebuild("s", plan)).rejects.toThrow(/\[Memory Bank\] /);
    expect(treeOf(join(root, "memory-bank"))).toEqual(before);
    await host.runtime.close();
  });

  it("conventions with markers are to be mended first, and then count as before", async () => {
    const { root } = clashingBranches();
    const host = startFakeHost(root, { guardMode: "block" });
    const risky = () => host.call("s", "PUT package.json", "{}", () => {});
    writeFileSync(join(root, CLASHING_DOC), MARKED);
    await host.hear("s", "change it");
    await host.call("s", `SHOW ${CLASHING_DOC}`);
    expect(await risky()).toContain(`(${CLASHING_DOC}:3).\nNext: fix that doc first`);
    settle(root);
    expect(await risky()).not.toContain("(rule: read-before-write)");
    await host.runtime.close();
  });
});

describe("what check and the prompt's line say", () => {
  const found = (root: string) =>
    checkBank(checkInputOf(root)).filter(({ rule }) => /merge|conflict/.test(rule));

  it("is the conflict, then that git waits, then nothing", () => {
    const { root, git } = clashingBranches();
    clash(root, "cherry-pick", "other");
    expect(readFileSync(join(root, CLASHING_DOC), "utf8")).toContain("<<<<<<<");
    const open = found(root);
    expect(open.map(({ rule, line }) => [rule, line])).toEqual([["unfinished-merge", 3]]);
    expect(summarizeFindings(open, "en")).toContain("A merge is unfinished: rely on neither side.");
    settle(root);
    expect(found(root).map(({ rule, message }) => [rule, message])).toEqual([
      ["unfinished-merge", "a cherry-pick is under way, and git has not merged this doc yet"],
    ]);
    git("add", "-A");
    expect(found(root)).toEqual([]);
  });
});
