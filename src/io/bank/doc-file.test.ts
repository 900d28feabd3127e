import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempProject } from "../../../test/helpers/temp-project.ts";
import { readDoc, writeDoc } from "./doc-file.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

describe("writeDoc", () => {
  it("replaces a doc, keeps its mode and leaves nothing beside it", () => {
    const bank = tempProject({ "MEMORY.md": "old\n" });
    chmodSync(join(bank, "MEMORY.md"), 0o664);
    writeDoc(bank, "MEMORY.md", bytes("new\r\n"));
    expect(readFileSync(join(bank, "MEMORY.md"), "utf8")).toBe("new\r\n");
    expect(statSync(join(bank, "MEMORY.md")).mode & 0o777).toBe(0o664);
    expect(readdirSync(bank)).toEqual(["MEMORY.md"]);
  });

  it("removes a doc, also one that is gone already", () => {
    const bank = tempProject({ "a.md": "a" });
    writeDoc(bank, "a.md", undefined);
    writeDoc(bank, "a.md", undefined);
    expect(readdirSync(bank)).toEqual([]);
    expect(readDoc(bank, "a.md")).toBeUndefined();
  });

  it("follows a link, and leaves it a link", () => {
    const bank = tempProject({ "details/tech.md": "old" });
    symlinkSync("details/tech.md", join(bank, "tech.md"));
    writeDoc(bank, "tech.md", bytes("new"));
    expect(lstatSync(join(bank, "tech.md")).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(bank, "details/tech.md"), "utf8")).toBe("new");
  });

  it.each([
    ["a file", "link.md", "link.md", "../outside.md"],
    ["a folder", "link", "link/outside.md", ".."],
  ])("does not follow a link out of the bank to %s", (_, link, doc, target) => {
    const root = tempProject({ "outside.md": "mine", "memory-bank/": "" });
    const bank = join(root, "memory-bank");
    symlinkSync(target, join(bank, link));
    expect(() => readDoc(bank, doc)).toThrow(/leads out of the bank/);
    expect(() => writeDoc(bank, doc, undefined)).toThrow(/leads out of the bank/);
    expect(readFileSync(join(root, "outside.md"), "utf8")).toBe("mine");
  });

  it("does not take a folder for a doc", () => {
    const bank = tempProject();
    mkdirSync(join(bank, "a.md"));
    expect(() => readDoc(bank, "a.md")).toThrow(/EISDIR/);
    expect(() => writeDoc(bank, "a.md", undefined)).toThrow(/EISDIR/);
  });
});
