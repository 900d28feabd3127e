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
  expect(moved).toEqual(paths.map((path) => aside + path));
  expect(readFileSync(`${moved[1]}`, "utf8")).toBe("two");
  expect(readFileSync(`${moved[3]}/mine.md`, "utf8")).toBe("mine");
  expect(lstatSync(`${moved[2]}`).isSymbolicLink()).toBe(true);
  expect(existsSync(join(root, "checkout/plugin.js"))).toBe(true);
  expect(paths.filter((path) => existsSync(path))).toEqual([]);
});
