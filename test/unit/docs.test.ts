import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { parseDoc } from "../../src/bank/parse.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const inFolder = (folder: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(folder, name));
const PAGES = ["AGENTS.md", "CONTRIBUTING.md", "README.md", "README.zh.md"].concat(
  inFolder("docs"),
  inFolder("examples"),
);

it.each(PAGES)("the links of %s lead to files", (page) => {
  const text = readFileSync(join(ROOT, page), "utf8");
  const dead = parseDoc(text)
    .links.map(({ path }) => join(ROOT, dirname(page), path))
    .filter((path) => !existsSync(path));
  expect(dead.map((path) => relative(ROOT, path))).toEqual([]);
});

it("paths of the code that the architecture page names are there", () => {
  const text = readFileSync(join(ROOT, "docs/architecture.md"), "utf8");
  const paths = [...text.matchAll(/`(src\/[\w./-]+)`/g)].map(([, path = ""]) => path);
  expect(paths.length).toBeGreaterThan(8);
  expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});
