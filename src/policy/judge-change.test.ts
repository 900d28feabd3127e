import { describe, expect, it } from "vitest";
import { type FoundChange, type Suspect, findCulprit, judgeChange } from "./judge-change.ts";

const AT = { ms: 1200, lag: 20 };
const ran = (cause: Suspect["cause"], from = 1000, to = 1500): Suspect => ({ cause, from, to });

/** A look at a large bank takes a while. */
const unchecked: Suspect = { ...ran("own-words"), isUnchecked: true };

function verdictOf(culprit: Suspect | undefined, more: Partial<FoundChange> = {}): string {
  const known = { at: AT, writtenBy: undefined, isAtHand: true };
  return judgeChange({ kind: "found", doc: "a.md", culprit, ...known, ...more }).verdict;
}

describe("a change that was found", () => {
  it("is undone if the agent's own words did it", () => {
    for (const cause of ["own-words", "names-bank"] as const) {
      expect(verdictOf(ran(cause))).toBe("put-back");
      expect(verdictOf({ ...ran(cause), isUnchecked: true })).toBe("put-back");
      expect(verdictOf(ran(cause, 1000, Infinity), { at: undefined })).toBe("put-back");
    }
  });

  it.each<[string, Suspect, Partial<FoundChange>]>([
    ["it may have been the user", ran("harmless", 1000, 9000), {}],
    ["it still runs", ran("harmless", 1000, Infinity), {}],
    ["nobody knows when it happened", ran("harmless"), { at: undefined }],
    ["the clock is too coarse", ran("harmless"), { at: { ms: 900, lag: 2000 } }],
    ["a version is not at hand", ran("harmless"), { isAtHand: false }],
    ["git brought it in", ran("own-words"), { writtenBy: "git" }],
    ["a program of the project did it", ran("program"), {}],
    ["our command line ran meanwhile", ran("own-words"), { writtenBy: "command-line" }],
    ["it may be older", unchecked, { at: { ms: 990, lag: 20 } }],
    ["nobody knows when, and the look before took a while", unchecked, { at: undefined }],
  ])("is only reported where %s", (_, culprit, more) => {
    expect(verdictOf(culprit, more)).toBe("report");
  });

  it("is undone where a command taken for harmless alone can have done it", () => {
    expect(verdictOf(ran("harmless"))).toBe("put-back");
    // The kernel's clock is a tick behind.
    expect(verdictOf(ran("harmless"), { at: { ms: 990, lag: 20 } })).toBe("put-back");
  });

  it("is reported as somebody else's where no command can have done it", () => {
    expect(verdictOf(undefined)).toBe("report");
  });

  it("was judged before where a structured tool or a plan wrote it", () => {
    for (const writtenBy of ["tool", "plan"] as const) {
      expect(verdictOf(ran("own-words"), { writtenBy })).toBe("keep");
    }
    expect(verdictOf(undefined, { writtenBy: "command-line" })).toBe("keep");
  });
});

describe("the one to blame", () => {
  it("was running when it happened", () => {
    const [before, during, after] = [
      ran("program", 0, 900),
      ran("program"),
      ran("program", 1300, 2000),
    ];
    expect(findCulprit([before, during, after], AT)).toBe(during);
    expect(findCulprit([before, after], AT)).toBeUndefined();
    expect(findCulprit([before], { ms: 1200, lag: 2000 })).toBe(before);
  });

  it("is the one that says most, and of equals the one that began last", () => {
    const all = [ran("harmless"), ran("program"), ran("own-words"), ran("own-words", 1100)];
    expect(findCulprit(all, AT)).toBe(all[3]);
    expect(findCulprit(all.slice(0, 2), undefined)).toBe(all[1]);
  });
});
