import { describe, expect, it } from "vitest";
import { aCall, aWrite } from "../../../test/helpers/builders.ts";
import { judge, textOf } from "../../../test/helpers/judge.ts";
import type { ToolCall, WriteEffect } from "../../types.ts";

function one(path: string, effect: WriteEffect = "change"): ToolCall {
  return aCall({ writes: [aWrite(path, effect)] });
}

function shell(path: string, effect: WriteEffect, by: string): ToolCall {
  return aCall({ via: "shell", writes: [{ ...aWrite(path, effect), by }] });
}

describe("guard-memory-files", () => {
  it.each([
    ["memory-bank/MEMORY.md", "change"],
    ["memory-bank/details/new.md", "replace"],
    ["memory-bank/details/design", "make-folder"],
    ["src/a.ts", "delete"],
    ["src/a.ts", "may-change"],
    [".", "change"],
  ] as const)("lets %s be subject to %s", (path, effect) => {
    expect(judge(one(path, effect)).kind).toBe("allow");
  });

  it.each([
    ["memory-bank/notes", "replace"],
    ["memory-bank/x.md.bak", "replace"],
    ["memory-bank/x.MD", "replace"],
    ["memory-bank/MEMORY.md", "move-from"],
    ["memory-bank", "delete"],
    [".", "delete"],
  ] as const)("refuses for %s: %s, in every mode", (path, effect) => {
    for (const guardMode of ["off", "warn", "block"] as const)
      expect(judge(one(path, effect), { guardMode })).toMatchObject({
        kind: "refuse",
        rule: "guard-memory-files",
      });
  });

  it.each([
    [
      shell("memory-bank/a.md", "change", ">"),
      '">" would write memory-bank/a.md, and shell commands may not write into memory-bank/.\nNext: make this change with the write, edit or apply_patch tool.',
    ],
    [
      shell("memory-bank", "delete", "rm"),
      '"rm" would delete memory-bank, and docs of the memory bank stay where they are.\nNext: leave memory-bank/ out of this call.',
    ],
    [
      shell(".", "delete", "rm"),
      '"rm" would delete ., and docs of the memory bank stay where they are.\nNext: leave memory-bank/ out of this call.',
    ],
    [
      one("memory-bank/a.md", "delete"),
      "this call would delete memory-bank/a.md, and docs of the memory bank stay where they are.\nNext: edit the doc and mark what no longer holds as obsolete.",
    ],
    [
      aCall({ writes: [{ ...aWrite("memory-bank/a.md", "may-change"), by: "tidy" }] }),
      '"tidy" may change memory-bank/a.md, and other tools may not write into memory-bank/.\nNext: make this change with the write, edit or apply_patch tool.',
    ],
    [
      aCall({ writes: [aWrite("src/a.ts"), aWrite("memory-bank/a.json")] }),
      "memory-bank/a.json is not a .md file, and memory-bank/ holds Markdown docs only.\nNext: write it as a .md doc, or keep the file outside memory-bank/.",
    ],
    [
      aCall({ refreshesBank: "memory-bank refresh" }),
      '"memory-bank refresh" would change memory-bank/ or what guards it, and the user was not asked.\nNext: ask the user to run /memory-bank-refresh.',
    ],
  ])("says what would happen and what to do instead: case %#", (call, message) => {
    expect(textOf(judge(call), "refuse")).toBe(
      `[Memory Bank] Not done: ${message} (rule: guard-memory-files)`,
    );
    expect(textOf(judge(call, { bank: { language: "zh" } }), "refuse")).toMatch(
      /^\[Memory Bank\] 未执行：.*\n下一步：.*。\(rule: guard-memory-files\)$/,
    );
  });
});
