import { describe, expect, it } from "vitest";
import { aCall, aWrite } from "../../../test/helpers/builders.ts";
import { judge } from "../../../test/helpers/judge.ts";
import type { ToolCall, WriteEffect } from "../../types.ts";

function one(path: string, effect: WriteEffect = "change"): ToolCall {
  return aCall({ writes: [aWrite(path, effect)] });
}

describe("guard-memory-files", () => {
  it.each([
    ["memory-bank/MEMORY.md", "change"],
    ["memory-bank/details/new.md", "replace"],
    ["memory-bank/details/design", "make-folder"],
    ["src/a.ts", "delete"],
    ["src/a.ts", "move-from"],
    [".", "change"],
  ] as const)("lets %s be subject to %s", (path, effect) => {
    expect(judge(one(path, effect)).kind).toBe("allow");
  });

  it.each([
    ["memory-bank/config.json", "change"],
    ["memory-bank/notes", "replace"],
    ["memory-bank/x.md.bak", "replace"],
    ["memory-bank/x.MD", "replace"],
    ["memory-bank/MEMORY.md", "delete"],
    ["memory-bank/MEMORY.md", "move-from"],
    ["memory-bank", "delete"],
    [".", "delete"],
    [".", "move-from"],
  ] as const)("refuses for %s: %s, in every mode", (path, effect) => {
    for (const guardMode of ["off", "warn", "block"] as const) {
      expect(judge(one(path, effect), { guardMode })).toMatchObject({
        kind: "refuse",
        rule: "guard-memory-files",
      });
    }
  });

  it("finds the one bad write among good ones", () => {
    const writes = [aWrite("src/a.ts"), aWrite("memory-bank/a.md"), aWrite("memory-bank/a.txt")];
    expect(judge(aCall({ writes })).kind).toBe("refuse");
  });

  it("refuses every shell write into the bank, Markdown too", () => {
    const write = { ...aWrite("memory-bank/details/a.md"), by: ">" };
    const call = aCall({ via: "shell", writes: [write] });
    expect(judge(call)).toEqual({
      kind: "refuse",
      rule: "guard-memory-files",
      message:
        '[Memory Bank] Not done: ">" would write memory-bank/details/a.md. Shell commands may not write into memory-bank/.\nNext: make this change with the write, edit or apply_patch tool. (rule: guard-memory-files)',
    });
  });

  it("refuses another's tool that was given a doc, and says which tool to use", () => {
    const write = { ...aWrite("memory-bank/a.md", "may-change"), by: "files_write_file" };
    expect(judge(aCall({ writes: [write] }))).toEqual({
      kind: "refuse",
      rule: "guard-memory-files",
      message:
        '[Memory Bank] Not done: "files_write_file" may change memory-bank/a.md. Tools of other plugins and MCP servers may not write into memory-bank/.\nNext: change the file with the write, edit or apply_patch tool; for anything else use a shell command. (rule: guard-memory-files)',
    });
    expect(judge(one("src/a.ts", "may-change")).kind).toBe("allow");
  });

  it("says of a command that removes docs to leave the bank out", () => {
    const write = { ...aWrite("memory-bank", "delete"), by: "rm" };
    expect(judge(aCall({ via: "shell", writes: [write] }))).toMatchObject({
      message:
        '[Memory Bank] Not done: "rm" would delete memory-bank. Docs in the memory bank may not be deleted.\nNext: leave memory-bank/ out of this command. (rule: guard-memory-files)',
    });
  });

  it("says what would happen and what to do instead, in both languages", () => {
    expect(judge(one("memory-bank/a.json"))).toMatchObject({
      message:
        "[Memory Bank] Not done: memory-bank/a.json is not a .md file. memory-bank/ holds Markdown docs only.\nNext: write it as a .md doc, or keep the file outside memory-bank/. (rule: guard-memory-files)",
    });
    for (const effect of ["change", "delete", "move-from", "may-change"] as const) {
      const decision = judge(one("memory-bank/a.json", effect), { bank: { language: "zh" } });
      expect(decision).toMatchObject({
        message: expect.stringMatching(
          /^\[Memory Bank\] 未执行：.*memory-bank\/a\.json[^]*下一步：.*\(rule: guard-memory-files\)$/,
        ),
      });
    }
  });
});
