import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkInputOf } from "../../../test/helpers/check-input-of.ts";
import { gitIn } from "../../../test/helpers/git.ts";
import { tempProject } from "../../../test/helpers/temp-project.ts";
import { checkBank } from "../../check/check-bank.ts";

function contents(root: string, options: Parameters<typeof checkInputOf>[1] = {}) {
  const { files } = checkInputOf(root, options);
  return Object.fromEntries(files.map(({ path, read }) => [path, read()]));
}

describe("the files of a bank", () => {
  it("are told by what they are, and nothing odd makes it throw", () => {
    const root = tempProject({
      "memory-bank/MEMORY.md": "# T\n",
      "memory-bank/latin.md": new Uint8Array([0x61, 0x0a, 0xe9, 0x0a]),
      "memory-bank/zero.md": "a\nb\n\0\n",
      "memory-bank/large.md": "x".repeat(1024 * 1024 + 1),
      "memory-bank/full.md": "x".repeat(1024 * 1024),
      "memory-bank/data.bin": "x",
      "memory-bank/folder.md/": "",
      "docs/real.md": "# Real\n",
    });
    const bank = join(root, "memory-bank");
    execFileSync("mkfifo", [join(bank, "pipe.md")]);
    symlinkSync("../docs/real.md", join(bank, "real.md"));
    symlinkSync("MEMORY.md", join(bank, "twin.md"));
    symlinkSync("loop.md", join(bank, "loop.md"));
    symlinkSync("/", join(bank, "slash"));
    const found = contents(root);
    expect(found).toMatchObject({
      "MEMORY.md": { kind: "text" },
      "latin.md": { kind: "unreadable" },
      "zero.md": { kind: "unreadable" },
      "large.md": { kind: "unreadable" },
      "full.md": { kind: "text" },
      "data.bin": { kind: "unread" },
      "pipe.md": { kind: "unreadable" },
      "real.md": { kind: "text", text: "# Real\n" },
      "twin.md": { kind: "link" },
      "loop.md": { kind: "unreadable", reason: { en: "it is not a regular file" } },
      slash: { kind: "unreadable", reason: { en: "it is a link out of the project" } },
    });
    expect(() => checkBank(checkInputOf(root))).not.toThrow();
  });

  it("show the language of the bank, also without an entry", () => {
    const languageOf = (path: string, text: string) =>
      checkInputOf(tempProject({ [`memory-bank/${path}`]: text })).language;
    expect(languageOf("brief.md", "# 简介\n\n卖茶的网站。\n")).toBe("zh");
    expect(languageOf("systemPatterns.md", "# 模式\n\n茶叶放在罐子里。\n")).toBe("zh");
    expect(languageOf("systemPatterns.md", "# Patterns\n\nTea is in tins.\n")).toBe("en");
  });
});

describe("the project of a bank", () => {
  const FILES = {
    ".gitignore": "dist/\n*.log\n",
    "package.json": '{ "scripts": { "build": "x" } }',
    "packages/api/package.json": '{ "scripts": { "dev": "x" } }',
    "packages/api/src/a.ts": "",
    "src/main.ts": "",
    "docs/a.md": "# A\n",
    "memory-bank/MEMORY.md": "# T\n",
  };

  it("has what is there, what a build makes, and what a part of it has", () => {
    const { exists } = checkInputOf(tempProject(FILES)).project;
    const paths = ["src", "src/", "src/main.ts", "dist/x.js", "a.log", "src/a.ts"];
    expect(paths.filter((path) => !exists(path))).toEqual([]);
    const gone = ["src/gone.ts", "lib/x.ts", "memory-bank/details", "\0", "x".repeat(5000)];
    expect(gone.filter(exists)).toEqual([]);
    // Nobody can tell what is outside.
    expect(exists("../elsewhere")).toBe(true);
  });

  it("may be a package of a larger one", () => {
    const root = tempProject({ "tools/x.ts": "", "packages/api/src/a.ts": "" });
    const bank = join(root, "packages/api/memory-bank");
    mkdirSync(bank);
    const { exists } = checkInputOf(root, {}, bank).project;
    expect(["src/a.ts", "tools/x.ts", "../../tools/x.ts"].filter((path) => !exists(path))).toEqual(
      [],
    );
    expect(exists("tools/y.ts")).toBe(false);
    expect(exists("../../../y.ts")).toBe(true);
  });

  it("finds what git knows further down, and nothing where there is no git", () => {
    const root = tempProject({ "web/src/a b[1].ts": "", "memory-bank/MEMORY.md": "# T\n" });
    const asked = ["src/a b[1].ts", "src/", "web/src/", "src/b.ts", "c/a b[1].ts", "rc/"];
    expect(checkInputOf(root).project.elsewhere(asked)).toEqual(new Set());
    gitIn(root, ["init"]);
    gitIn(root, ["add", "."]);
    const found = new Set(["src/a b[1].ts", "src/", "web/src/"]);
    expect(checkInputOf(root).project.elsewhere(asked)).toEqual(found);
  });

  it("remembers what git has deleted, and nothing where there is no git", () => {
    const root = tempProject({ ...FILES, "old/a b.ts": "x", "old/*.ts": "x" });
    expect(checkInputOf(root).project.once(["old/a b.ts"])).toEqual(new Set());
    const git = (...args: string[]) => gitIn(root, args);
    git("init");
    git("add", ".");
    git("commit", "-m", "a");
    git("rm", "-rq", "old");
    git("commit", "-m", "b");
    const { once } = checkInputOf(root).project;
    expect(once(["old/a b.ts", "old/*.ts", "old/", "src/main.ts", "src/never.ts"])).toEqual(
      new Set(["old/a b.ts", "old/*.ts", "old/"]),
    );
  });
});

describe("pointers and links under Also binding", () => {
  const entry = (snapshot: string, binding: string) =>
    [
      "<!-- MEMORY_BANK_TEMPLATE:v7.1 -->",
      "## Project Snapshot",
      "",
      `See [x](${snapshot})`,
      "",
      "## Also binding",
      "",
      `- [y](${binding})`,
      "",
    ].join("\n");
  const FILES = {
    "README.md": "# Tea\n",
    ".env": "A=1\n",
    ".gitignore": "notes/\n",
    "notes/mine.md": "mine\n",
    "logo.md": new Uint8Array([0x61, 0, 0xff]),
    "empty/": "",
    "rules/style.md": "# Style\n",
  };
  const told = (snapshot: string, binding: string) => {
    const root = tempProject({ ...FILES, "memory-bank/MEMORY.md": entry(snapshot, binding) });
    return checkBank(checkInputOf(root)).filter(({ rule }) => rule === "dead-pointers");
  };

  it.each([
    ["../gone.md", "it does not exist"],
    ["../../outside.md", "it leads out of the project"],
    ["../.env", "it is sensitive"],
    ["../notes/mine.md", "git ignores it"],
    ["../logo.md", "it is not a text file"],
    ["../empty", "it is a folder"],
  ])("that lead nowhere or to what is not shown are errors: %s", (path, reason) => {
    const found = told(path, path);
    expect(found.map(({ level, line }) => [level, line])).toEqual([
      ["error", 4],
      ["error", 8],
    ]);
    for (const { message } of found) expect(message).toContain(reason);
  });

  it("are right where they lead to a text file, and a folder of rules is one link", () => {
    expect(told("../README.md", "../rules")).toEqual([]);
    expect(told("../rules", "../rules/style.md")).toMatchObject([{ line: 4 }]);
  });
});
