import { describe, expect, it } from "vitest";
import { findConflicts, firstConflictLine } from "./conflicts.ts";

const CONFLICT = "<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> other\n";

describe("findConflicts", () => {
  it("finds each conflict once, and one whose beginning was taken out", () => {
    expect(findConflicts(`# A\n\n${CONFLICT}b\n${CONFLICT}`)).toEqual([5, 54]);
    expect(findConflicts("a\n=======\nb\n>>>>>>> other\n")).toEqual([12]);
  });

  it("leaves examples, quotes and underlined headings alone", () => {
    expect(findConflicts(`\`\`\`\n${CONFLICT}\`\`\`\n`)).toEqual([]);
    expect(findConflicts("Title\n=======\n\n> > quoted\n<<<<<< six\n<<<<<<<<eight\n")).toEqual([]);
  });

  it("sees one below a fence that it has left open", () => {
    expect(firstConflictLine(`\`\`\`\n${CONFLICT}`)).toBe(2);
  });
});

it.each(["\n", "\r\n", "\r"])("counts lines that end with %j", (end) => {
  expect(firstConflictLine(["a", "b", "<<<<<<< HEAD", "c"].join(end))).toBe(3);
  expect(firstConflictLine(["a", "b"].join(end))).toBeUndefined();
});
