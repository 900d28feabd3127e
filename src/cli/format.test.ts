import { describe, expect, it } from "vitest";
import { printable, wrap } from "./format.ts";

describe("printable", () => {
  it("leaves nothing that steers a terminal", () => {
    expect(printable("a\u001b[2Jb\r\nc\td\u202ee")).toBe("a\ufffd[2Jb\ufffd\ufffdc  d\ufffde");
    expect(printable("中文 🙂 é")).toBe("中文 🙂 é");
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
