import { describe, expect, it } from "vitest";
import { analyzeForeignCommand, isPosixShell } from "./foreign.ts";

const analyze = (command: string) => analyzeForeignCommand(command, "memory-bank");

describe("a shell that is not POSIX", () => {
  it("is known by its name", () => {
    for (const shell of [
      "/bin/bash",
      "zsh",
      "/usr/bin/sh",
      "C:\\Program Files\\Git\\bin\\bash.exe",
    ]) {
      expect(isPosixShell(shell)).toBe(true);
    }
    for (const shell of [
      "pwsh",
      "powershell.exe",
      "cmd.exe",
      "C:\\Windows\\System32\\cmd.exe",
      "nu",
      "fish",
    ]) {
      expect(isPosixShell(shell)).toBe(false);
    }
  });

  it.each([
    "Get-Content memory-bank/MEMORY.md",
    "cat memory-bank\\MEMORY.md | Select-String focus",
    "dir memory-bank; type memory-bank\\MEMORY.md",
    "git diff memory-bank",
    "Select-String -Path memory-bank/* -Pattern x | Measure-Object",
  ])("only reads: %s", (command) => {
    expect(analyze(command)).toMatchObject({ namesBank: true, isReading: true });
  });

  it.each([
    "Set-Content memory-bank/MEMORY.md x",
    "echo x > memory-bank\\a.md",
    "Remove-Item -Recurse memory-bank",
    "cd memory-bank; del *.md",
    "Get-Content memory-bank/a.md | Out-File b.md",
    "git checkout -- memory-bank",
    "iex 'rm memory-bank'",
    "python gen.py MEMORY-BANK",
    "echo $(rm memory-bank)",
    "Write-Output (Remove-Item memory-bank/x.md)",
    "gci memory-bank | Where-Object { Remove-Item $_ }",
    "find memory-bank -delete",
    "sort -o memory-bank/x.md a",
    "git diff --output=memory-bank/x.md",
    "Get-ChildItem memory-bank | ForEach-Object { Remove-Item $_ }",
  ])("may write: %s", (command) => {
    expect(analyze(command)).toMatchObject({ namesBank: true, isReading: false });
  });

  it("knows when a file is shown whole, and when files are written", () => {
    expect(analyze("Get-Content -Raw memory-bank/details/patterns.md").shows).toBe(
      "memory-bank/details/patterns.md",
    );
    expect(analyze('type "a b.md"').shows).toBe("a b.md");
    expect(analyze("cat a.md | select -first 3").shows).toBeUndefined();
    expect(analyze("Set-Content src/a.ts x").isWriting).toBe(true);
    expect(analyze("npm test").isWriting).toBe(false);
    expect(analyze("Get-Content memory-bank\\MEMORY.md").isWriting).toBe(false);
  });
});
