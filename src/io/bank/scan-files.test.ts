import { execFileSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempProject } from "../../../test/helpers/temp-project.ts";
import { readProjectFacts, scanFiles } from "./scan-files.ts";

const paths = (root: string) => scanFiles(root).files.map(({ path }) => path);

describe("scanFiles", () => {
  it("reads at most ten files, those at the root first", () => {
    const parts = Array.from({ length: 30 }, (_, index) => `packages/p${index}/package.json`);
    const root = tempProject({
      ...Object.fromEntries(parts.map((path) => [path, "{}"])),
      "package.json": '{ "workspaces": ["packages/*"] }',
      "README.md": "# Tea",
      "docs/README.md": "# Docs",
    });
    expect(paths(root).slice(0, 3)).toEqual([
      "README.md",
      "package.json",
      "packages/p0/package.json",
    ]);
    expect(paths(root)).toHaveLength(10);
  });

  it("reads at most 200 lines, whole ones", () => {
    const lines = (count: number) => "target:\n".repeat(count);
    const read = (text: string) => scanFiles(tempProject({ Makefile: text })).files[0];
    expect(read(lines(200))).toEqual({ path: "Makefile", text: lines(200), isCut: false });
    expect(read(lines(201))).toEqual({ path: "Makefile", text: lines(200), isCut: true });
    expect(read("")).toEqual({ path: "Makefile", text: "", isCut: false });
  });

  it("reads a manifest whole", () => {
    const many = Array.from({ length: 3000 }, (_, index) => `"leaf-${index}": "1.0.0"`);
    const text = `{ "dependencies": {\n${many.join(",\n")}\n}, "name": "tea" }`;
    const root = tempProject({ "package.json": text });
    expect(scanFiles(root).files[0]).toEqual({ path: "package.json", text, isCut: false });
    expect(readProjectFacts(root).name).toBe("tea");
  });

  it("reads what PowerShell wrote, and no binary file", () => {
    const utf16 = Buffer.concat([
      Buffer.from([0xff, 0xfe]),
      Buffer.from("django==5.1\r\n", "utf16le"),
    ]);
    const root = tempProject({ "requirements.txt": utf16, "go.mod": "module a.b/c\0\n" });
    expect(readProjectFacts(root)).toMatchObject({
      frameworks: [{ name: "Django", version: "5.1" }],
      languages: [{ name: "Python" }],
    });
  });

  it("follows a link inside the project, and none that leads out of it", () => {
    const outside = tempProject({ "package.json": '{ "name": "secret" }', "notes/": "" });
    const root = tempProject({
      "packages/tea/README.md": "# Tea\n\nTea is a drink for everybody.\n",
    });
    symlinkSync("packages/tea/README.md", join(root, "README.md"));
    symlinkSync(join(outside, "package.json"), join(root, "package.json"));
    symlinkSync(join(outside, "notes"), join(root, "docs"));
    symlinkSync("missing", join(root, "Makefile"));
    symlinkSync("go.mod", join(root, "go.mod"));
    const facts = readProjectFacts(root);
    expect(facts.description).toBe("Tea is a drink for everybody.");
    expect(facts.sources).toEqual(["README.md"]);
    expect(facts.folders.map(({ path }) => path)).toEqual(["packages"]);
  });

  it("never reads environment files, keys and settings that hold tokens", () => {
    const root = tempProject({
      ".env": "TOKEN=1",
      ".env.example": "TOKEN=",
      ".npmrc": "//example.org/:_authToken=1",
      "server.key": "x",
      id_rsa: "x",
      "package.json": "{}",
    });
    expect(paths(root)).toEqual(["package.json"]);
  });

  it("leaves out what git ignores, but for manifests", () => {
    const root = tempProject({
      ".gitignore": "*.json\n/lib/\nyarn.lock\nMakefile\n!docs/\n",
      ".git/info/exclude": "justfile\n",
      "package.json": '{ "name": "tea", "main": "tea.js" }',
      "yarn.lock": "",
      Makefile: "test:\n",
      justfile: "test:\n",
      "lib/made.js": "",
      "src/tea.js": "",
    });
    const facts = readProjectFacts(root);
    expect(facts).toMatchObject({ name: "tea", packageManagers: [] });
    expect(facts.sources).toEqual(["package.json"]);
  });

  it("does not wait for a pipe, and takes no folder for a file", () => {
    const root = tempProject({ "package.json/": "", "go.mod": "module a.b/c\n" });
    execFileSync("mkfifo", [join(root, "Makefile")]);
    execFileSync("mkfifo", [join(root, "pipe")]);
    symlinkSync("pipe", join(root, "README"));
    symlinkSync("/dev/zero", join(root, "Gemfile"));
    expect(paths(root)).toEqual(["go.mod"]);
  });

  it("lists packages of a workspace, and neither hidden nor foreign folders", () => {
    const root = tempProject({
      "node_modules/x/package.json": "{}",
      ".cache/package.json": "{}",
      "apps/web/package.json": "{}",
      "apps/web/secret.txt": "",
      ".github/workflows/test.yml": "",
    });
    expect(scanFiles(root).names).toEqual([
      ".cache/",
      ".github/",
      ".github/workflows/",
      ".github/workflows/test.yml",
      "apps/",
      "apps/web/",
      "apps/web/package.json",
      "node_modules/",
    ]);
  });
});
