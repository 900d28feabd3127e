import { describe, expect, it } from "vitest";
import { type FoundChange, type Suspect, findCulprit, judgeChange } from "./judge-change.ts";

const OWN: Suspect = { cause: "own-words", runsGit: false };
const OWN_AND_GIT: Suspect = { cause: "own-words", runsGit: true };
const PROGRAM: Suspect = { cause: "program", runsGit: false };
const PROGRAM_AND_GIT: Suspect = { cause: "program", runsGit: true };
const GIT: Suspect = { cause: "git", runsGit: true };

const BLOCK_IN_GIT: Partial<FoundChange> = { inGit: "both", isBlockChanged: true };

/** Who was running, what else is known of the change, and what becomes of it. */
const CHANGES: readonly (readonly [
  what: string,
  culprit: Suspect | undefined,
  known: Partial<FoundChange>,
  verdict: "keep" | "put-back" | "report",
])[] = [
  // A tool or a plan of another process.
  ["a plan wrote it", undefined, { isOurs: true }, "keep"],
  ["another session wrote a user block", OWN, { isOurs: true, isBlockChanged: true }, "keep"],
  // Nobody's: no call ran, or only readers, or a job that is left of a call.
  ["the user saved it", undefined, {}, "report"],
  ["it is gone, and no call ran", undefined, { isAtHand: false }, "report"],
  // The agent's own words.
  ["code wrote it", OWN, {}, "put-back"],
  ["code wrote what git has, too", OWN, { inGit: "both" }, "put-back"],
  ["code wrote something too large to hold", OWN, { isAtHand: false }, "report"],
  ["git and code ran, git brought it in", OWN_AND_GIT, { inGit: "both" }, "report"],
  ["git and code ran, git has the old one only", OWN_AND_GIT, { inGit: "old" }, "put-back"],
  ["git brought in a user block beside code", OWN_AND_GIT, BLOCK_IN_GIT, "report"],
  // Git on the whole tree.
  ["git switched the branch", GIT, { inGit: "both" }, "report"],
  ["git merged, with conflict markers", GIT, { inGit: "old" }, "report"],
  ["git clean removed what was never committed", GIT, { inGit: "none" }, "put-back"],
  ["git removed something too large", GIT, { inGit: "none", isAtHand: false }, "report"],
  // Programs of the project.
  ["make generated it", PROGRAM, {}, "report"],
  ["a formatter rewrote a user block", PROGRAM, { isBlockChanged: true }, "put-back"],
  ["the same, too large", PROGRAM, { isBlockChanged: true, isAtHand: false }, "report"],
  ["make and git ran, git brought a user block", PROGRAM_AND_GIT, BLOCK_IN_GIT, "report"],
  ["make and git ran, a user block is new", PROGRAM_AND_GIT, { isBlockChanged: true }, "put-back"],
  ["make and git ran, make did it", PROGRAM_AND_GIT, { inGit: "old" }, "report"],
];

describe("a change that was found", () => {
  it.each(CHANGES)("%s", (_, culprit, known, verdict) => {
    const step = judgeChange({
      kind: "found",
      doc: "a.md",
      culprit,
      isOurs: false,
      inGit: "none",
      isBlockChanged: false,
      isAtHand: true,
      ...known,
    });
    expect(step).toMatchObject({ doc: "a.md", rule: "guard-memory-files", verdict });
  });
});

describe("the one to blame", () => {
  it("is the agent's own code before anything else, and of equals the one that began last", () => {
    const other = { ...OWN };
    expect(findCulprit([OWN, PROGRAM, other, GIT])).toBe(other);
    expect(findCulprit([PROGRAM, GIT])).toBe(GIT);
    expect(findCulprit([])).toBeUndefined();
  });
});
