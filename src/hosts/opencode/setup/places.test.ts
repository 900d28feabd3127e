import { join } from "node:path";
import { expect, it } from "vitest";
import { hostPlaces } from "./places.ts";

const at = (path: string) => join("/", ...path.split("/"));

function start(directory: string, worktree: string, env: Readonly<Record<string, string>> = {}) {
  const machine = { env, home: at("/home/u"), platform: process.platform };
  return { machine, directory: at(directory), worktree: at(worktree) };
}

it("the user's files the one that OpenCode reads last first, a project's the nearest first", () => {
  const places = hostPlaces(start("/p/a/b", "/p"));
  expect(places.user).toEqual(
    ["opencode.jsonc", "opencode.json", "config.json"].map((name) =>
      at(`/home/u/.config/opencode/${name}`),
    ),
  );
  expect(places.more.project.slice(0, 5)).toEqual(
    [
      "/p/a/b/opencode.jsonc",
      "/p/a/b/opencode.json",
      "/p/a/b/.opencode/opencode.jsonc",
      "/p/a/b/.opencode/opencode.json",
      "/p/a/opencode.jsonc",
    ].map(at),
  );
  expect(places.fresh.project).toBe(at("/p"));
});

it("what the environment says", () => {
  const env = {
    XDG_CONFIG_HOME: at("/x"),
    OPENCODE_CONFIG: "mine.json",
    OPENCODE_CONFIG_DIR: at("/dir"),
  };
  const places = hostPlaces(start("/p", "/", env));
  expect(places.fresh.global).toBe(at("/x/opencode"));
  expect(places.more.global).toEqual(
    [
      "/p/mine.json",
      "/home/u/.opencode/opencode.jsonc",
      "/home/u/.opencode/opencode.json",
      "/dir/opencode.jsonc",
      "/dir/opencode.json",
    ].map(at),
  );
  expect(places.folders.project).toEqual([at("/p/.opencode")]);
});

it("no home folder is an error that says what to do", () => {
  const machine = { env: {}, home: undefined, platform: process.platform };
  expect(() => hostPlaces({ ...start("/p", "/p"), machine })).toThrow("Set HOME");
});
