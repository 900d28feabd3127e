import { expect, it } from "vitest";
import { leaveConfig, newConfig } from "./new-config.ts";
import { dropEntries, putEntry } from "../hosts/opencode/setup/plugin-list.ts";

const isOurs = (name: string) => name === "x";
const made = newConfig(undefined, { $schema: "https://opencode.ai/config.json", plugin: ["x"] });
const drop = (text: string) => leaveConfig(dropEntries(text, isOurs));

it("a file that was made goes again, on Windows too", () => {
  expect(made).toMatchInlineSnapshot(`
    "// Made by "memory-bank install"; "memory-bank uninstall" removes it again.
    {
      "$schema": "https://opencode.ai/config.json",
      "plugin": [
        "x"
      ]
    }
    "
  `);
  expect(drop(made)).toBeUndefined();
  expect(drop(made.replaceAll("\n", "\r\n"))).toBeUndefined();
  expect(putEntry(made, "x", isOurs, "")).toBe(made);
});

it.each(["", "\n", "\ufeff", "\ufeff \r\n"])("a file that was empty (%j) is so again", (before) => {
  const filled = newConfig(before, { plugin: ["x"] });
  expect(filled.startsWith(before)).toBe(true);
  expect(drop(filled)).toBe(before);
});

it.each([
  ['  "plugin": [', '  "model": "a/b",\n  "plugin": ['],
  ['  "plugin": [', '  // mine\n  "plugin": ['],
  ["}\n", "}\n// mine\n"],
])("a file that was made and has something of the user's stays, without our note", (from, to) => {
  const left = drop(made.replace(from, to));
  expect(left).not.toContain("memory-bank");
  expect(left).toContain(to.includes("mine") ? "// mine" : '"model": "a/b"');
});

it.each(["{}", "// a\n{}", '{ "$schema": "x" }', "", "  "])("%j is not ours", (text) => {
  expect(leaveConfig(text)).toBe(text);
});
