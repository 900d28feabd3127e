import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { tempProject } from "../../test/helpers/temp-project.ts";
import { isOwnCli } from "./own-cli.ts";

describe("our command line", () => {
  let root: string;
  const path = process.env["PATH"];
  beforeEach(() => {
    root = tempProject({
      "node_modules/agent-memory-bank/dist/cli.js": "",
      "scripts/build.js": "",
    });
    symlinkSync("node_modules/agent-memory-bank/dist/cli.js", join(root, "mb"));
  });
  afterEach(() => {
    process.env["PATH"] = path;
  });

  it.each([
    "node_modules/agent-memory-bank/dist/cli.js",
    "node_modules/agent-memory-bank/dist/cli",
    "./mb",
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
});
