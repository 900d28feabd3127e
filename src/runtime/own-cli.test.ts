import { chmodSync, cpSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { tempProject } from "../../test/helpers/temp-project.ts";
import { isOwnCli } from "./own-cli.ts";

/** As the package ships it, in all that matters here. */
const CLI = `#!/usr/bin/env node
const COMMANDS = { install: 1, uninstall: 1, status: 1, explain: 1, refresh: 1, restore: 1 };
const { runProgram } = await import("./cli/program.js");
await runProgram(COMMANDS);
`;
const SHIM = '#!/bin/sh\nexec node "$basedir/../agent-memory-bank/dist/cli.js" "$@"\n';

describe("our command line", () => {
  let root: string;
  const path = process.env["PATH"];
  beforeEach(() => {
    root = tempProject({
      "node_modules/agent-memory-bank/dist/cli.js": CLI,
      "node_modules/.bin/shim": SHIM,
      "scripts/build.js": "console.log('refresh, restore, uninstall')\n",
    });
    symlinkSync("node_modules/agent-memory-bank/dist/cli.js", join(root, "mb"));
    cpSync(join(root, "mb"), join(root, "copy.mjs"), { dereference: true });
    chmodSync(join(root, "node_modules/agent-memory-bank/dist/cli.js"), 0o755);
  });
  afterEach(() => {
    process.env["PATH"] = path;
  });

  it.each([
    "node_modules/agent-memory-bank/dist/cli.js",
    "node_modules/agent-memory-bank/dist/cli",
    "./mb",
    "./copy.mjs",
    "node_modules/.bin/shim",
  ])("%s is it", (file) => {
    expect(isOwnCli(file, root)).toBe(true);
    expect(isOwnCli(join(root, file), "/")).toBe(true);
  });

  it.each(["./scripts/build.js", "./none.js", "./node_modules", "mb"])("%s is not", (file) => {
    expect(isOwnCli(file, root)).toBe(false);
  });

  it("is found on PATH under another name", () => {
    process.env["PATH"] = `${root}:${path}`;
    expect(isOwnCli("mb", "/")).toBe(true);
  });

  it("is what this repository builds", () => {
    const source = new URL("../cli/main.ts", import.meta.url).pathname;
    expect(isOwnCli(source, "/")).toBe(true);
  });
});
