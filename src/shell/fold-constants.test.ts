import { describe, expect, it } from "vitest";
import { foldConstants } from "./fold-constants.ts";

const NOTHING = { args: [], variable: () => undefined };
const fold = (code: string) => foldConstants(code, NOTHING);
const many = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index)).join("");

describe("what a name stands for", () => {
  it.each([
    ["a variable that is set once", 'p="memory-bank"; open(p + "/a.md")', '"memory-bank/a.md"'],
    ["one inside a form", "p = 'memory-bank'\nopen(f'{p}/a.md')", "f'memory-bank/a.md'"],
    ["one inside a template", 'p="memory-bank"; rm(`${p}/a.md`)', "`memory-bank/a.md`"],
    ["pieces behind an escaped quote", String.raw`say \"; open("a" + ".md")`, 'open("a.md")'],
    ["a joined list", '"/".join(["memory-bank", "a.md"])', '"memory-bank/a.md"'],
    ["a path that is joined", 'os.path.join("memory-bank", "a.md")', '"memory-bank/a.md"'],
    ["two pieces of a path", 'Path("memory-bank") / "a.md"', 'Path("memory-bank/a.md")'],
  ])("%s", (_, code, name) => expect(fold(code)).toContain(name));

  it.each([
    ["a variable that is set twice", 'p="a"; p="b"; open(p)'],
    ["a property of the same name", 'p="a"; open(q.p)'],
    ["a method of the same name", 'thread.join("a")'],
    ["a quote that is escaped", String.raw`\"a" + "b"`],
  ])("is not told of %s", (_, code) => expect(fold(code)).toBe(code));
});

describe("values that multiply", () => {
  it.each([
    ["in each other", many(20, (index) => `v${index}="${`\${v${index + 1}}`.repeat(5)}";\n`)],
    ["in many places", `v="${"a".repeat(400)}"; ${"f(v); ".repeat(1000)}`],
    ["between many pieces", `"${"a".repeat(9000)}".join([${many(2000, () => '"a",')}"a"])`],
  ])("%s make no long code", (_, code) => {
    expect(fold(code).length).toBeLessThanOrEqual(25_000);
  });

  it("nor do long arguments", () => {
    const facts = { ...NOTHING, args: ["a".repeat(50_000)] };
    expect(foldConstants("shift ".repeat(1600), facts).length).toBeLessThanOrEqual(25_000);
  });
});
