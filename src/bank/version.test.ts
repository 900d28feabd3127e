import { describe, expect, it } from "vitest";
import { isAtLeast, parseVersion } from "./version.ts";

describe("isAtLeast", () => {
  it.each([
    ["v7.1", true],
    ["v7.10", true],
    ["v7.2", true],
    ["v8", true],
    ["v7.1.0", true],
    ["v7", false],
    ["v7.0", false],
    ["v7.0.9", false],
    ["v6.99", false],
    ["v7.x", false],
    ["7.1", false],
    ["v7.", false],
    ["v", false],
    ["", false],
    ["v99999999999999999999", false],
  ])("%s against v7.1: %s", (value, expected) => {
    expect(isAtLeast(parseVersion(value), [7, 1])).toBe(expected);
  });
});
