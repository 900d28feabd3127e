import { chmodSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import manifest from "../../../../package.json" with { type: "json" };
import { installClaudeCode, installCodex } from "../../../../scripts/beside.mjs";
import { tempProject } from "../../../../test/helpers/temp-project.ts";
import { KNOWN_HOSTS } from "../../known-hosts.ts";
import { checkProgram, compareVersions, versionOf } from "./check-program.ts";
import { findProgram } from "./find-program.ts";

const [OPENCODE, CLAUDE, CODEX] = KNOWN_HOSTS;

/** A program of this name that says this version. */
function program(name: string, version: string) {
  const root = tempProject({ [name]: `#!/bin/sh\necho "${name} ${version}"\n` });
  chmodSync(join(root, name), 0o755);
  return join(root, name);
}

describe("a host's version", () => {
  it.each([
    [OPENCODE, "1.18.33", "ok"],
    [OPENCODE, "1.14.33", "problem"],
    [OPENCODE, "2.0.0", "ok"],
    [OPENCODE, "3.0.0", "problem"],
    [CLAUDE, "2.1.276", "problem"],
    [CODEX, "0.149.9", "problem"],
    [CODEX, "none", "problem"],
  ] as const)("of %o, %s, is %s", (about, version, level) => {
    if (about === undefined) throw new Error("no such host");
    const path = program(about.program.command, version);
    const found = versionOf(path);
    expect(checkProgram(about, path, found)).toMatchObject({
      name: about.name,
      level,
    });
  });

  it("is judged by the one that the tests run in", () => {
    expect(KNOWN_HOSTS.map((host) => host.program.tested)).toEqual([
      manifest.devDependencies["opencode-ai"],
      installClaudeCode("none").version,
      installCodex("none").version,
    ]);
  });

  it("is compared as numbers", () => {
    expect(compareVersions("0.10.0", "0.9.0")).toBeGreaterThan(0);
    expect(compareVersions("v1.2", "1.2.0")).toBe(0);
    expect(compareVersions("1.2.3-beta.1", "1.2.4")).toBeLessThan(0);
  });
});

it("a host is found on the path, else where its installers put it, if it can be run", () => {
  const root = tempProject({ "a/": "", "b/x": "", "home/bin/x": "", "own/x": "" });
  const env = { PATH: [join(root, "a"), join(root, "b")].join(":") };
  const find = (more = {}) =>
    findProgram(
      { command: "x", folders: ["$OWN", "bin"] },
      { env: { ...env, ...more }, home: join(root, "home"), platform: "linux" },
    );
  for (const name of ["home/bin/x", "own/x"]) chmodSync(join(root, name), 0o755);
  expect(find()).toBe(join(root, "home/bin/x"));
  expect(find({ OWN: join(root, "own") })).toBe(join(root, "own/x"));
  chmodSync(join(root, "b/x"), 0o755);
  expect(find()).toBe(join(root, "b/x"));
});
