import { existsSync, lstatSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tempProject } from "../../../test/helpers/temp-project.ts";
import { moveAside } from "./move-aside.ts";

it("moves files and folders whole, none over another, links as links", () => {
  const root = tempProject({
    "plugin/a.js": "one",
    "plugins/a.js": "two",
    "skill/memory-bank/SKILL.md": "skill",
    "skill/memory-bank/mine.md": "mine",
    "checkout/plugin.js": "code",
  });
  symlinkSync(join(root, "checkout/plugin.js"), join(root, "plugins/linked.js"));
  const aside = join(root, "aside");
  const paths = ["plugin/a.js", "plugins/a.js", "plugins/linked.js", "skill/memory-bank"].map(
    (path) => join(root, path),
  );
  const moved = paths.map((path) => moveAside(path, aside));
  expect(moved.map((path) => path.slice(aside.length + 1))).toEqual([
    "a.js",
    "2-a.js",
    "linked.js",
    "memory-bank",
  ]);
  expect(readFileSync(join(aside, "2-a.js"), "utf8")).toBe("two");
  expect(readFileSync(join(aside, "memory-bank/mine.md"), "utf8")).toBe("mine");
  expect(lstatSync(join(aside, "linked.js")).isSymbolicLink()).toBe(true);
  expect(existsSync(join(root, "checkout/plugin.js"))).toBe(true);
  expect(paths.filter((path) => existsSync(path))).toEqual([]);
});
