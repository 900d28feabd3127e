import { describe, expect, it } from "vitest";
import { rememberLatest } from "./remember-latest.ts";

function counting() {
  const made: string[] = [];
  return { made, read: rememberLatest((text: string) => ({ text, count: made.push(text) })) };
}

describe("rememberLatest", () => {
  it("makes the same of a text once, until others came after it", () => {
    const { made, read } = counting();
    const first = read("a");
    expect(read("a")).toBe(first);
    for (let index = 0; index < 15; index += 1) read(`${index}`);
    expect(read("a")).toBe(first);
    for (let index = 0; index < 16; index += 1) read(`other ${index}`);
    expect(read("a")).not.toBe(first);
    expect(made.filter((text) => text === "a")).toHaveLength(2);
  });

  it("holds no very long text", () => {
    const { read } = counting();
    const text = "a".repeat(100_001);
    expect(read(text)).not.toBe(read(text));
  });
});
