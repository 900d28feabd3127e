import { describe, expect, it } from "vitest";
import { fit, printable, toShellWord, wrap } from "./format.ts";

describe("printable", () => {
  it("leaves nothing that steers a terminal", () => {
    expect(printable("a\u001b[2Jb\r\nc\td\u202ee")).toBe("a\ufffd[2Jb\ufffd\ufffdc  d\ufffde");
    expect(printable("中文 🙂 é")).toBe("中文 🙂 é");
  });
});

describe("fit", () => {
  it("cuts by columns, of which Chinese characters take two", () => {
    expect(fit("abcdef", 6)).toBe("abcdef");
    expect(fit("abcdefg", 6)).toBe("abcde…");
    expect(fit("记忆库", 6)).toBe("记忆库");
    expect(fit("记忆库的", 6)).toBe("记忆…");
    expect(fit("  a🙂", 4)).toBe("  …");
  });
});

describe("wrap", () => {
  it("breaks at spaces, by columns, and loses nothing", () => {
    expect(wrap("one two three", 7)).toEqual(["one two", "three"]);
    expect(wrap("记忆 库", 4)).toEqual(["记忆", "库"]);
    expect(wrap("incomprehensible yes", 5)).toEqual(["incomprehensible", "yes"]);
    expect(wrap("one two", Infinity)).toEqual(["one two"]);
    expect(wrap("", 5)).toEqual([""]);
  });
});

describe("toShellWord", () => {
  it("leaves plain names plain, and is never an option", () => {
    expect(toShellWord("details/tech.md")).toBe("details/tech.md");
    expect(toShellWord("details/设计.md")).toBe("details/设计.md");
    expect(toShellWord("a b's.md")).toBe(String.raw`'a b'\''s.md'`);
    expect(toShellWord("--yes")).toBe("./--yes");
  });
});
