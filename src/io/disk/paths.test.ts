import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempProject } from "../../../test/helpers/temp-project.ts";
import { type Places, createPaths } from "./paths.ts";

function open(root: string, more: Partial<Places> = {}) {
  const bank = join(root, "memory-bank");
  return createPaths({ directory: root, root, bank, isCaseInsensitive: false, ...more });
}

const FILES = { "memory-bank/details/patterns.md": "p\n", "src/a.ts": "a\n", "sub/x": "" };
const DOC = "details/patterns.md";

describe("toTarget", () => {
  it.each([
    "memory-bank/details/patterns.md",
    "./memory-bank/details/patterns.md",
    "memory-bank//details/./patterns.md",
    "src/../memory-bank/details/patterns.md",
    "memory-bank/../memory-bank/details/patterns.md",
    "sub/../../ROOT/memory-bank/details/patterns.md",
    "ABSOLUTE/memory-bank/details/patterns.md",
    "ABSOLUTE//src/..//memory-bank/details/patterns.md",
    "link/details/patterns.md",
    "deep/patterns.md",
    "file-link.md",
    "ABSOLUTE-LINK/memory-bank/details/patterns.md",
  ])("knows %s as the same doc", (spelling) => {
    const root = tempProject(FILES);
    symlinkSync("memory-bank", join(root, "link"));
    symlinkSync("memory-bank/details", join(root, "deep"));
    symlinkSync("memory-bank/details/patterns.md", join(root, "file-link.md"));
    const elsewhere = tempProject();
    symlinkSync(root, join(elsewhere, "here"));
    const raw = spelling
      .replace("ABSOLUTE-LINK", join(elsewhere, "here"))
      .replace("ABSOLUTE", root)
      .replace("ROOT", root.split("/").at(-1) ?? "");
    expect(open(root).toTarget(raw)).toMatchObject({
      path: "memory-bank/details/patterns.md",
      place: "bank",
      doc: DOC,
      holdsBank: false,
    });
  });

  it("resolves links above a tail that does not exist yet", () => {
    const root = tempProject(FILES);
    symlinkSync("memory-bank/details", join(root, "notes"));
    symlinkSync("loop", join(root, "loop"));
    const { toTarget } = open(root);
    expect(toTarget("notes/a/b/c.md").doc).toBe("details/a/b/c.md");
    expect(toTarget("loop").place).toBe("project");
    expect(toTarget("src/a.ts/below-a-file").path).toBe("src/a.ts/below-a-file");
  });

  it("tells project, bank and outside apart", () => {
    const root = tempProject(FILES);
    const { toTarget } = open(root);
    expect(toTarget("src/a.ts")).toMatchObject({
      path: "src/a.ts",
      place: "project",
      doc: undefined,
    });
    expect(toTarget("memory-bank-old/a.md")).toMatchObject({ place: "project", doc: undefined });
    expect(toTarget("../other/package.json")).toMatchObject({ place: "outside", doc: undefined });
    expect(toTarget("/etc/hosts")).toMatchObject({ path: "/etc/hosts", place: "outside" });
    expect(toTarget("memory-bank")).toMatchObject({ place: "bank", doc: "" });
  });

  it("treats a file linked into the bank as a doc, but judges it where it really is", () => {
    const root = tempProject({ ...FILES, "package.json": "{}" });
    symlinkSync("../package.json", join(root, "memory-bank/manifest.md"));
    expect(open(root).toTarget("memory-bank/manifest.md")).toEqual({
      path: "package.json",
      alias: "memory-bank/manifest.md",
      place: "project",
      doc: "manifest.md",
      holdsBank: false,
    });
  });

  it("leaves a link's target alone when the link itself is meant", () => {
    const root = tempProject(FILES);
    symlinkSync("memory-bank/details", join(root, "notes"));
    expect(open(root).toEntry("notes")).toMatchObject({ path: "notes", doc: undefined });
    expect(open(root).toEntry("notes/patterns.md").doc).toBe(DOC);
  });

  it("follows a bank that is itself a link to elsewhere", () => {
    const shared = tempProject({ "docs/details/patterns.md": "p\n" });
    const root = tempProject({ "a.ts": "" });
    symlinkSync(join(shared, "docs"), join(root, "memory-bank"));
    const { toTarget } = open(root);
    expect(toTarget(`memory-bank/${DOC}`)).toMatchObject({ place: "bank", doc: DOC });
    expect(toTarget(join(shared, "docs", DOC))).toMatchObject({ place: "bank", doc: DOC });
  });

  it("ignores letter case where the file system does", () => {
    const root = tempProject(FILES);
    const { toTarget, toDoc } = open(root, { isCaseInsensitive: true });
    for (const raw of ["Memory-Bank/Details/PATTERNS.md", "MEMORY-BANK/details/patterns.MD"]) {
      expect(toTarget(raw)).toMatchObject({ place: "bank", doc: toDoc(DOC) });
    }
    expect(open(root).toTarget("Memory-Bank/details/patterns.md").place).toBe("project");
    expect(toTarget("memory-bank/MEMORY.md").doc).toBe(toDoc("MEMORY.md"));
  });

  it("starts relative paths where the host was started, and addresses docs from there", () => {
    const root = tempProject(FILES);
    mkdirSync(join(root, "packages/api"), { recursive: true });
    const paths = open(root, { directory: join(root, "packages/api") });
    expect(paths.toTarget("../../memory-bank/x.md").doc).toBe("x.md");
    expect(paths.toTarget("memory-bank/x.md").place).toBe("project");
    expect(paths.toTarget("memory-bank/x.md", root).doc).toBe("x.md");
    expect(paths.toAddress(DOC)).toBe("../../memory-bank/details/patterns.md");
    expect(open(root).toAddress("")).toBe("memory-bank");
  });
});
