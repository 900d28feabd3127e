import { existsSync, readFileSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { textsIn } from "../helpers/files-on-disk.ts";
import { runCli } from "../helpers/run-cli.ts";
import { tempProject } from "../helpers/temp-project.ts";

const FILES = {
  "package.json": JSON.stringify({
    name: "tea",
    description: "Sells tea.",
    scripts: { test: "vitest" },
  }),
  "README.md": "# Tea\n\nA shop that sells tea.\n",
};

const envOf = (dir: string) => ({ XDG_STATE_HOME: join(dir, "..", "state") });
const run = (dir: string, ...args: string[]) =>
  runCli(["refresh", dir, ...args], { env: envOf(dir) });

describe("the output", () => {
  it("has colours only where somebody can see them or asked for them, not in CI", () => {
    const root = tempProject(FILES);
    const status = (env: Record<string, string | undefined>) =>
      runCli(["status", root], { env: { NO_COLOR: undefined, ...env } }).stdout;
    const colour = "\u001b[";
    expect(status({ CI: "1" })).not.toContain(colour);
    expect(status({ FORCE_COLOR: "1" })).toContain(colour);
    expect(status({ FORCE_COLOR: "0" })).not.toContain(colour);
  });
});

describe("memory-bank refresh", () => {
  it("shows the plan, applies it, and has nothing to do then", () => {
    const root = tempProject(FILES);
    const before = textsIn(root);
    const dry = run(root, "--dry-run");
    expect(dry).toMatchObject({ status: 0, stderr: "" });
    expect(dry.stdout).toContain("- create memory-bank/MEMORY.md");
    expect(textsIn(root)).toEqual(before);

    const done = run(root, "--yes");
    expect(done.status).toBe(0);
    expect(done.stdout).toContain("[Memory Bank written]");
    expect(textsIn(root)).toMatchObject(before);
    expect(readFileSync(join(root, "memory-bank/details/tech.md"), "utf8")).toContain("npm test");
    expect(readdirSync(join(root, "memory-bank"))).toEqual(["MEMORY.md", "details"]);

    const applied = textsIn(root);
    const again = run(root, "--yes");
    expect(again).toMatchObject({ status: 0, stderr: "" });
    expect(again.stdout).toContain("nothing to do");
    expect(textsIn(root)).toEqual(applied);
  });

  it("says in one line what is wrong with bad input, exits 2, and changes nothing", () => {
    const isFile = tempProject({ ...FILES, "memory-bank": "a file" });
    const outside = tempProject(FILES);
    const elsewhere = tempProject({ "MEMORY.md": "# Of another project\n" });
    symlinkSync(elsewhere, join(outside, "memory-bank"));
    const broken = tempProject({
      ...FILES,
      "memory-bank/MEMORY.md": "<!-- MACHINE_BLOCK_START -->\n# Old\n",
    });
    const latin = tempProject({
      ...FILES,
      "memory-bank/MEMORY.md": new Uint8Array([0x23, 0x20, 0xe9, 0x0a]),
    });
    for (const root of [isFile, outside, broken, latin, join(isFile, "missing")]) {
      const before = existsSync(root) ? textsIn(root) : {};
      const { status, stderr } = run(root, "--yes");
      expect(status, root).toBe(2);
      expect(stderr.trim().split("\n"), stderr).toHaveLength(1);
      expect(stderr).toMatch(/^memory-bank/);
      if (existsSync(root)) expect(textsIn(root)).toEqual(before);
    }
    expect(textsIn(elsewhere)).toEqual({ "MEMORY.md": "# Of another project\n" });
  });
});
