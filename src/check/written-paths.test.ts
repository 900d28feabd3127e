import { describe, expect, it } from "vitest";
import { isPlain, toWrittenPath } from "./written-paths.ts";

describe("toWrittenPath", () => {
  it.each([
    ["src/main.ts", "src/main.ts"],
    ["./src/main.ts", "src/main.ts"],
    ["src/main.ts:12", "src/main.ts"],
    ["src/main.ts:12:3", "src/main.ts"],
    ["docs/a.md#part", "docs/a.md"],
    ["src/", "src/"],
    ["app/(shop)/[id]/page.tsx", "app/(shop)/[id]/page.tsx"],
    [".github/workflows/ci.yml", ".github/workflows/ci.yml"],
    ["设计/登录.md", "设计/登录.md"],
  ])("%s", (code, path) => {
    expect(toWrittenPath(code)).toBe(path);
  });

  it.each([
    "main.ts",
    "https://example.com/a.ts",
    "/etc/hosts",
    "~/.config/x.json",
    "C:/x/y.ts",
    "src/*.ts",
    "src/{a,b}.ts",
    "src/<name>.ts",
    "src/….ts",
    "src/...",
    "../x/y.ts",
    "@scope/package",
    "path/to/file.ts",
    "details/requirements/REQ-NNN-slug.md",
    "learnings/YYYY-MM-DD-slug.md",
    "a / b",
    "$HOME/x.ts",
    "src//x.ts",
    "",
  ])("not %s", (code) => {
    expect(toWrittenPath(code)).toBeUndefined();
  });
});

describe("isPlain", () => {
  it.each(["src/", "src/main.ts", "src/models/tea.py"])("%s", (path) => {
    expect(isPlain(path)).toBe(true);
  });

  it.each([
    "api/users",
    "src/[platform]/",
    "app/[id]/page.tsx",
    "data/leaves/",
    "artifacts/brew-01/",
    "web/tea.csv",
  ])("not %s", (path) => {
    expect(isPlain(path)).toBe(false);
  });
});
