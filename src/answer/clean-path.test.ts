import { expect, it } from "vitest";
import { toPaths } from "./clean-path.ts";

it.each([
  ["docs/a.md", ["docs/a.md"]],
  ["./docs/a.md", ["docs/a.md"]],
  ["`docs/a.md`", ["docs/a.md"]],
  ["docs/a.md:12", ["docs/a.md:12", "docs/a.md"]],
  ["docs/a.md:12-20", ["docs/a.md:12-20", "docs/a.md"]],
  ["docs/a.md:12:5", ["docs/a.md:12:5", "docs/a.md"]],
  ["docs/a.md#L10-L20", ["docs/a.md#L10-L20", "docs/a.md"]],
  ["docs/a.md#some-section", ["docs/a.md#some-section", "docs/a.md"]],
  ["docs/a.md (lines 3-8)", ["docs/a.md (lines 3-8)", "docs/a.md"]],
  ["docs/a.md（第 3 行）", ["docs/a.md（第 3 行）", "docs/a.md"]],
  ["docs/a.md lines 3-8", ["docs/a.md lines 3-8", "docs/a.md"]],
  ["docs/a.md § Stack", ["docs/a.md § Stack", "docs/a.md"]],
  ["[the doc](docs/a.md)", ["docs/a.md"]],
  ["@docs/a.md", ["@docs/a.md", "docs/a.md"]],
  [String.raw`docs\sub\a.md`, ["docs/sub/a.md"]],
  ["file:///home/me/a.md", ["/home/me/a.md"]],
  ["docs/a.md\nand more", ["docs/a.md"]],
  ["``", []],
])("%s", (written, paths) => {
  expect(toPaths(written)).toEqual(paths);
});
