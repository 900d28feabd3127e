import { join } from "node:path";
import { expect, it } from "vitest";
import { hostPlaces } from "./host-places.ts";
import { isOrchestrator, orchestratorPlaces } from "./orchestrator-places.ts";

const platform = process.platform;
const at = (path: string) => join("/", ...path.split("/"));

it("the user's files in the order in which OpenCode reads them, a project's the nearest first", () => {
  const places = hostPlaces({
    machine: { env: {}, home: at("/home/u"), platform },
    directory: at("/p/a/b"),
    worktree: at("/p"),
  });
  expect(places.global).toEqual(
    ["config.json", "opencode.json", "opencode.jsonc"].map((name) =>
      at(`/home/u/.config/opencode/${name}`),
    ),
  );
  expect(places.project.slice(0, 5)).toEqual(
    [
      "/p/a/b/opencode.jsonc",
      "/p/a/b/opencode.json",
      "/p/a/b/.opencode/opencode.jsonc",
      "/p/a/b/.opencode/opencode.json",
      "/p/a/opencode.jsonc",
    ].map(at),
  );
  expect(places.newProject).toBe(at("/p/opencode.jsonc"));
});

it("what the environment says", () => {
  const env = {
    XDG_CONFIG_HOME: at("/x"),
    OPENCODE_CONFIG: "mine.json",
    OPENCODE_CONFIG_DIR: at("/dir"),
  };
  const places = hostPlaces({
    machine: { env, home: at("/home/u"), platform },
    directory: at("/p"),
    worktree: "/",
  });
  expect(places.newGlobal).toBe(at("/x/opencode/opencode.jsonc"));
  expect(places.alsoGlobal).toEqual(
    [
      "/p/mine.json",
      "/home/u/.opencode/opencode.jsonc",
      "/home/u/.opencode/opencode.json",
      "/dir/opencode.jsonc",
      "/dir/opencode.json",
    ].map(at),
  );
  expect(places.projectFolders).toEqual([at("/p/.opencode")]);
});

it("no home folder is an error that says what to do", () => {
  expect(() =>
    hostPlaces({
      machine: { env: {}, home: undefined, platform },
      directory: "/p",
      worktree: "/p",
    }),
  ).toThrow("Set HOME");
});

it("the home folder is no project of oh-my-opencode's", () => {
  const home = at("/home/u");
  const places = orchestratorPlaces({
    machine: { env: {}, home, platform },
    directory: join(home, "p"),
    worktree: home,
  });
  expect(places.project.map(({ path }) => path)).not.toContain(join(home, ".omo/omo.jsonc"));
  expect(places.user[0]).toEqual({ path: join(home, ".omo/omo.jsonc"), isShared: true });
});

it.each([
  ["oh-my-opencode", true],
  ["oh-my-openagent@4.19.4", true],
  ["@code-yeongyu/oh-my-openagent", true],
  ["npm:oh-my-opencode@latest", true],
  ["file:///x/oh-my-opencode/dist/index.js", true],
  ["oh-my-opencode-slim", false],
  ["file:///x/mine.js", false],
])("%s is oh-my-opencode: %s", (entry, is) => {
  expect(isOrchestrator(entry)).toBe(is);
});
