import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempProject } from "../../../test/helpers/temp-project.ts";
import { findBank } from "./find-bank.ts";

const OURS = "# Memory\n<!-- MEMORY_BANK_TEMPLATE:v7.1 -->\n";

describe("findBank", () => {
  it("finds the nearest bank up to the work tree's root", () => {
    const root = tempProject({
      "memory-bank/": "",
      "packages/api/memory-bank/": "",
      "packages/api/src/": "",
      "packages/web/src/": "",
    });
    const find = (folder: string) => findBank({ directory: join(root, folder), worktree: root });
    expect(find("packages/api/src").bank).toBe(join(root, "packages/api/memory-bank"));
    expect(find("packages/web/src").bank).toBe(join(root, "memory-bank"));
    expect(find(".")).toEqual({
      directory: root,
      root,
      bank: join(root, "memory-bank"),
      exists: true,
      isAsked: false,
      home: root,
      name: "memory-bank",
    });
  });

  it("without git looks only in the start directory", () => {
    const outer = tempProject({ "memory-bank/": "", "folder/": "" });
    const folder = join(outer, "folder");
    expect(findBank({ directory: folder, worktree: "/" })).toMatchObject({
      root: folder,
      exists: false,
    });
    expect(findBank({ directory: outer, worktree: "/" })).toMatchObject({
      root: outer,
      exists: true,
    });
  });

  it.each([
    ".kilocode/rules/memory-bank",
    "cline_docs",
    "memory_bank",
    ".memory-bank",
    "docs/memory-bank",
  ])("finds %s once it holds an entry of ours, where there is no memory-bank/", (name) => {
    const root = tempProject({ "src/": "", [`${name}/brief.md`]: "# Brief\n" });
    const start = { directory: join(root, "src"), worktree: root };
    const none = { bank: join(root, "memory-bank"), exists: false };
    expect(findBank(start)).toMatchObject(none);
    writeFileSync(join(root, name, "MEMORY.md"), "# Somebody else's\n");
    expect(findBank(start)).toMatchObject(none);
    writeFileSync(join(root, name, "MEMORY.md"), OURS);
    expect(findBank(start)).toMatchObject({
      bank: join(root, name),
      exists: true,
      home: root,
      name,
    });
    mkdirSync(join(root, "memory-bank"));
    expect(findBank(start)).toMatchObject({ name: "memory-bank" });
  });

  it("gives a bank the same home wherever the host was started", () => {
    const root = tempProject({ "docs/memory-bank/MEMORY.md": OURS, "docs/api/": "" });
    for (const folder of [".", "docs", "docs/api", "docs/memory-bank"]) {
      const found = findBank({ directory: join(root, folder), worktree: root });
      expect(found).toMatchObject({ home: root, name: "docs/memory-bank" });
    }
    const docs = join(root, "docs");
    expect(findBank({ directory: docs, worktree: docs })).toMatchObject({
      home: docs,
      name: "memory-bank",
    });
  });

  it("takes the folder that a setting names, from the project's root", () => {
    const root = tempProject({ "memory-bank/": "", "packages/api/memory-bank/": "", "src/": "" });
    const start = { directory: join(root, "src"), worktree: root };
    const find = (asked: string) => findBank(start, asked);
    expect(find("notes/ai")).toMatchObject({
      bank: join(root, "notes/ai"),
      exists: false,
      home: root,
      name: "notes/ai",
    });
    expect(find("packages/api/memory-bank")).toMatchObject({
      home: join(root, "packages/api"),
      name: "memory-bank",
      exists: true,
    });
    expect(find(join(root, "cline_docs"))).toMatchObject({ home: root, name: "cline_docs" });
    for (const outside of ["..", "../x", ".", "/elsewhere"]) {
      expect(find(outside).bank).toBe(join(root, "memory-bank"));
    }
    const linked = join(tempProject({}), "link");
    symlinkSync(root, linked);
    expect(find(join(linked, "notes"))).toMatchObject({ bank: join(root, "notes"), name: "notes" });
  });

  it("does not take a file for a bank", () => {
    const root = tempProject({ "memory-bank": "a file" });
    expect(findBank({ directory: root, worktree: root }).exists).toBe(false);
  });
});
