import { mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempProject } from "../../../test/helpers/temp-project.ts";
import { isTaken, readBankState } from "./bank-state.ts";

const FILES = {
  "memory-bank/MEMORY.md": "# Memory\n",
  "memory-bank/details/tech.md": "tech\n",
  "memory-bank/details/design/api.md": "api\n",
};

function aBank(): string {
  return join(tempProject(FILES), "memory-bank");
}

describe("readBankState", () => {
  it("names the regular files, sorted", () => {
    const bank = aBank();
    symlinkSync("tech.md", join(bank, "details/link.md"));
    expect(readBankState(bank)).toMatchObject({
      exists: true,
      paths: ["MEMORY.md", "details/design/api.md", "details/tech.md"],
    });
  });

  it.each<[string, (bank: string) => void]>([
    ["a doc has another size", (bank) => writeFileSync(join(bank, "MEMORY.md"), "# Memory!\n")],
    ["a doc was written again", (bank) => utimesSync(join(bank, "MEMORY.md"), 1, 1)],
    ["a doc came", (bank) => writeFileSync(join(bank, "a.md"), "")],
    ["a doc went", (bank) => rmSync(join(bank, "details/tech.md"))],
    [
      "a doc was moved",
      (bank) => renameSync(join(bank, "MEMORY.md"), join(bank, "details/MEMORY.md")),
    ],
    ["a link came", (bank) => symlinkSync("a", join(bank, "link.md"))],
    [
      "a doc became a folder",
      (bank) => {
        rmSync(join(bank, "MEMORY.md"));
        mkdirSync(join(bank, "MEMORY.md"));
      },
    ],
    ["it went", (bank) => rmSync(bank, { recursive: true })],
  ])("differs when %s", (_, change) => {
    const bank = aBank();
    const before = readBankState(bank).state;
    change(bank);
    expect(readBankState(bank).state).not.toBe(before);
  });

  it("leaves out what a plan of 0.2.0 has staged", () => {
    const bank = aBank();
    const before = readBankState(bank);
    mkdirSync(join(bank, ".memory-bank-apply/new"), { recursive: true });
    writeFileSync(join(bank, ".memory-bank-apply/new/0"), "staged");
    expect(readBankState(bank)).toEqual(before);
  });

  it("knows what stands in the way of a bank", () => {
    const root = tempProject({ file: "", "empty/": "" });
    symlinkSync("loop", join(root, "loop"));
    symlinkSync("nowhere", join(root, "dangling"));
    symlinkSync("empty", join(root, "link"));
    const names = ["none", "none/below", "file", "loop", "dangling", "empty", "link"];
    const taken = names.filter((name) => isTaken(join(root, name)));
    expect(taken).toEqual(["file", "loop", "dangling"]);
    expect(readBankState(join(root, "none"))).toMatchObject({ exists: false, paths: [] });
  });
});
