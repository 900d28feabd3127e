import * as fc from "fast-check";
import { expect, it } from "vitest";
import { dropLines, putLine } from "./edit-lines.ts";

const OURS = "memory-bank/**/*.md merge=memory-bank";
const isOurs = (line: string) => line === OURS;

it("is put at the end, once", () => {
  expect(putLine(undefined, OURS)).toBe(`${OURS}\n`);
  expect(putLine("*.md text\n", OURS)).toBe(`*.md text\n${OURS}\n`);
  expect(putLine("*.md text\r\n", OURS)).toBe(`*.md text\r\n${OURS}\r\n`);
  expect(putLine("*.md text", OURS)).toBe(`*.md text\n${OURS}`);
  expect(putLine(`${OURS}\n*.md text`, OURS)).toBe(`${OURS}\n*.md text`);
});

it("goes again and leaves every byte, and no file where there was none", () => {
  expect(dropLines(putLine(undefined, OURS), isOurs)).toBeUndefined();
  const line = fc.constantFrom("", "*.md text", "# 中文", " a b", "*.png binary");
  const text = fc
    .tuple(fc.array(line), fc.constantFrom("\n", "\r\n"))
    .map(([lines, lineBreak]) => lines.join(lineBreak));
  fc.assert(
    fc.property(text, (before) => {
      expect(dropLines(putLine(before, OURS), isOurs)).toBe(before);
    }),
  );
});

it("leaves what was written behind it meanwhile", () => {
  expect(dropLines(`${putLine("a", OURS)}\nb`, isOurs)).toBe("a\nb");
  expect(dropLines(`${putLine(undefined, OURS)}b\n`, isOurs)).toBe("b\n");
});
