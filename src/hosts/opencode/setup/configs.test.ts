import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { tempProject } from "../../../../test/helpers/temp-project.ts";
import { findOurs } from "./configs.ts";
import { hostPlaces } from "./places.ts";

const NAME = "agent-memory-bank";
const MANIFEST = JSON.stringify({ name: NAME, version: "0.0.9" });

function find(files: Readonly<Record<string, string>>, env: Readonly<Record<string, string>> = {}) {
  const root = tempProject({ "home/": "", "shop/packages/api/": "", ...files });
  const machine = { env, home: join(root, "home"), platform: process.platform };
  const places = hostPlaces({
    machine,
    directory: join(root, "shop/packages/api"),
    worktree: join(root, "shop"),
  });
  return { root, ...findOurs(places) };
}

const config = (...plugin: unknown[]) => JSON.stringify({ plugin });

describe("findOurs", () => {
  it("finds nothing where nothing is configured", () => {
    const { root: _, ...found } = find({ "shop/opencode.json": config("other", "@x/y@1") });
    expect(found).toEqual({ entries: [], broken: [] });
  });

  it("looks into the global folder and from the directory up to the work tree, comments allowed", () => {
    const { entries } = find({
      "home/.config/opencode/opencode.jsonc": `{ // mine\n "plugin": ["${NAME}",], }`,
      "home/.config/opencode/config.json": config("other"),
      "shop/opencode.json": config([`${NAME}@0.1.0`, { guardMode: "block" }]),
      "shop/packages/api/.opencode/opencode.json": config(NAME),
      "opencode.json": config(`${NAME}@9.9.9`),
    });
    expect(entries.map(({ specifier, version }) => [specifier, version])).toEqual([
      [NAME, undefined],
      [`${NAME}@0.1.0`, "0.1.0"],
      [NAME, undefined],
    ]);
    expect(entries[1]?.options).toMatchObject({ guardMode: "block" });
  });

  it("knows a file by the package that it is in, whatever leads to it", () => {
    const root = tempProject({
      "ours/package.json": MANIFEST,
      "ours/dist/plugin.js": 'var plugin = { id: "agent-memory-bank" };',
      "theirs/package.json": '{ "name": "theirs" }',
      "theirs/plugin.js": "",
      "shop/": "",
    });
    symlinkSync(join(root, "ours"), join(root, "shop/linked"));
    const { entries } = find({
      "shop/opencode.json": config(
        pathToFileURL(join(root, "ours/dist/plugin.js")).href,
        join(root, "shop/linked"),
        join(root, "theirs/plugin.js"),
        "../no/agent-memory-bank/dist/plugin.js",
        "../no/other/plugin.js",
      ),
    });
    expect(entries.map(({ kind, version }) => [kind, version])).toEqual([
      ["file", undefined],
      ["folder", "0.0.9"],
      ["gone", undefined],
    ]);
  });

  it("looks into both lists: OpenCode 2 reads the other one too", () => {
    const { entries } = find({
      "shop/opencode.json": `{ "plugin": ["${NAME}"], "plugins": [{ "package": "${NAME}@1" }] }`,
    });
    expect(entries.map(({ isForSecondOnly }) => isForSecondOnly)).toEqual([false, true]);
  });

  it("names the files that it cannot read, and goes on", () => {
    const { entries, broken, root } = find({
      "shop/opencode.json": '{ "plugin": [',
      "home/.config/opencode/opencode.json": config(NAME),
    });
    expect(entries).toHaveLength(1);
    const where = `${join(root, "shop/opencode.json")}:1:14`;
    expect(broken).toEqual([{ where, why: "close bracket expected" }]);
  });

  it("counts a file once that is the user's and the project's", () => {
    const root = tempProject({ ".opencode/opencode.json": config(NAME), "shop/": "" });
    const machine = { env: {}, home: root, platform: process.platform };
    const { entries } = findOurs(
      hostPlaces({ machine, directory: join(root, "shop"), worktree: root }),
    );
    expect(entries).toHaveLength(1);
  });
});
