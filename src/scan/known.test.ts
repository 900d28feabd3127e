import { describe, expect, it } from "vitest";
import { toVersion } from "./known.ts";

describe("toVersion", () => {
  it.each([
    ["^5.4.2", "5.4"],
    ["~> 8.0.1", "8.0"],
    ["==2.0.30", "2.0"],
    ["v1.10.0", "1.10"],
    ["12", "12"],
    ["1.8", "1.8"],
    ["7.2.*", "7.2"],
    ["4.1.115.Final", "4.1"],
    ["npm:rolldown-vite@7.1.2", "7.1"],
    ["npm:@scope/name@^2.0.0", "2.0"],
    ["0.0.22", "0.0.22"],
    ["1.0.0-beta.18", "1.0.0-beta.18"],
    [">= 18", ">=18"],
    [">=3.8,<4", ">=3.8, <4"],
    ["^20.19.0 || >=22.12.0", "^20.19.0 || >=22.12.0"],
  ])("%s is %s", (declared, version) => {
    expect(toVersion(declared)).toBe(version);
  });

  it.each([
    "*",
    "latest",
    "",
    "workspace:*",
    "catalog:",
    "git+https://example.org/x.git#1",
    "${x.1}",
    "stable",
    5,
    undefined,
    "1".repeat(100),
    ">=1\n- injected",
  ])("%j names none", (declared) => {
    expect(toVersion(declared)).toBeUndefined();
  });
});
