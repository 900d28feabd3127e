import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempProject } from "../../../test/helpers/temp-project.ts";
import { findBank } from "./find-bank.ts";

describe("findBank", () => {
  it("finds the nearest bank up to the work tree's root", () => {
    const root = tempProject({
      "memory-bank/": "",
      "packages/api/memory-bank/": "",
      "packages/api/src/": "",
      "packages/web/src/": "",
    });
    const find = (folder: string) => findBank(join(root, folder), root);
    expect(find("packages/api/src").bank).toBe(join(root, "packages/api/memory-bank"));
    expect(find("packages/web/src").bank).toBe(join(root, "memory-bank"));
    expect(find(".")).toEqual({
      directory: root,
      root,
      bank: join(root, "memory-bank"),
      exists: true,
    });
  });

  it("does not look above the root, and would make a bank there", () => {
    const outer = tempProject({ "memory-bank/": "", "repo/src/": "" });
    const root = join(outer, "repo");
    expect(findBank(join(root, "src"), root)).toMatchObject({
      root,
      bank: join(root, "memory-bank"),
      exists: false,
    });
  });

  it("without git looks only in the start directory", () => {
    const outer = tempProject({ "memory-bank/": "", "folder/": "" });
    const folder = join(outer, "folder");
    expect(findBank(folder, "/")).toMatchObject({ root: folder, exists: false });
    expect(findBank(outer, "/")).toMatchObject({ root: outer, exists: true });
  });

  it("does not take a file for a bank", () => {
    const root = tempProject({ "memory-bank": "a file" });
    expect(findBank(root, root).exists).toBe(false);
  });
});
