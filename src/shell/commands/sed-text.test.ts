import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { edited, editedLines } from "./sed-text.ts";

const TEXT = "# Shop\n\nSee `bank/MEMORY.md`.\nlast\n";
const spend = () => undefined;

// Elsewhere `sed` is another one.
describe.runIf(process.platform === "linux")("what sed makes of a text", () => {
  it.each([
    "2d",
    "$d",
    "1!d",
    "/See/d",
    "1,2d",
    "2,$d",
    "/#/,/See/d",
    "1,+1d",
    "3q",
    "s/a/b/",
    "s/[a-z]/X/g",
    "s/[a-z]/X/3",
    String.raw`s/.*\(bank\).*/\1/`,
    "s,See,&&,",
    "s/x*/-/g",
    "1a after",
    "1i before",
    "/last/c other",
    "y/abc/xyz/",
    "1!G;h;$!d",
    "N;s/\\n/+/",
    "n;d",
    "/See/{s/e/E/;p}",
    "1h;$G",
    "=",
  ])("%s", (script) => {
    const real = execFileSync("sed", [script], { input: TEXT, encoding: "utf8" });
    expect(edited(script, TEXT, { isSilent: false, isExtended: false }, spend)).toBe(real);
  });

  it.each(["2p", "$p", "/See/p", String.raw`s/.*.\(b[a-z]*\)\/.*/\1/p`, "1,/See/p", "/[`]/="])(
    "-n %s",
    (script) => {
      const real = execFileSync("sed", ["-n", script], { input: TEXT, encoding: "utf8" });
      expect(edited(script, TEXT, { isSilent: true, isExtended: false }, spend)).toBe(real);
    },
  );

  it.each(["s/x/y/e", "w file", "e", ":a;ta", String.raw`s/x/\U&/`, "r file"])(
    "%s is not told",
    (script) => {
      expect(edited(script, TEXT, { isSilent: false, isExtended: false }, spend)).toBeUndefined();
    },
  );

  it("changes lines among others where each is changed by itself", () => {
    const manner = { isSilent: false, isExtended: false };
    expect(editedLines("s/^/x/;/b/d", ["a", "b"], manner, spend)).toEqual(["xa"]);
    expect(editedLines("1d", ["a", "b"], manner, spend)).toBeUndefined();
  });
});
