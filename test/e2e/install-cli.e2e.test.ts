import { chmodSync, existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { runCli } from "../helpers/run-cli.ts";
import { tempProject } from "../helpers/temp-project.ts";

const CONFIG = "home/.config/opencode/opencode.json";
const BEFORE = '{\n  // mine\n  "model": "a/b",\n}\n';
const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const SPECIFIER = pathToFileURL(ROOT.slice(0, -1)).href;

const CLAUDE = "home/.claude/settings.json";

function user(
  files: Record<string, string> = { [CONFIG]: BEFORE },
  root = tempProject({ "project/": "", ...files }),
  more: Record<string, string> = {},
) {
  const env = {
    HOME: join(root, "home"),
    USERPROFILE: join(root, "home"),
    XDG_CONFIG_HOME: undefined,
    XDG_STATE_HOME: join(root, "state"),
    OPENCODE_CONFIG: undefined,
    OPENCODE_CONFIG_DIR: undefined,
    CLAUDE_CONFIG_DIR: undefined,
    ...more,
  };
  const cwd = join(root, "project");
  return {
    root,
    run: (...args: string[]) => runCli(args, { cwd, env }),
    read: (path = CONFIG) => readFileSync(join(root, path), "utf8"),
  };
}

describe("memory-bank install", () => {
  test("shows the change, says which specifier it takes and why, and does it", () => {
    const { run, read, root } = user();
    const specifier = `Plugin: ${SPECIFIER}\n  by folder: OpenCode runs it where it is\n`;
    expect(run("install")).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("cannot ask here: add --yes") as string,
    });
    const dry = run("install", "--dry-run");
    expect(dry).toMatchObject({ status: 0, stderr: "" });
    expect(dry.stdout).toContain(
      `Install for all projects of this user\nHost: OpenCode\n${specifier}`,
    );
    expect(dry.stdout).toContain(
      `${join(root, CONFIG)}\n  our line is added to its list of plugins\n  3 lines added, 0 removed`,
    );
    expect(dry.stdout).toContain('\n  +   "plugin": [\n  +     "file://');
    expect(read()).toBe(BEFORE);

    const done = run("install", "--yes");
    expect(done.status).toBe(0);
    expect(done.stdout).toContain(
      "Installed. Next: start OpenCode in your project and run /memory-bank-refresh.",
    );
    expect(read()).toBe(
      `{\n  // mine\n  "model": "a/b",\n  "plugin": [\n    "${SPECIFIER}"\n  ],\n}\n`,
    );
    expect(run("install", "--yes").stdout).toContain("It is installed already. Nothing to do.");

    expect(run("uninstall", "--yes")).toMatchObject({ status: 0, stderr: "" });
    expect(read()).toBe(BEFORE);
    expect(existsSync(join(root, "home/.config/opencode/tui.json"))).toBe(false);
    expect(run("uninstall").stdout).toContain("It is not installed here. Nothing to do.");
  });
});

describe("several hosts", () => {
  /** Both are on the path: install only looks whether they are there. */
  function userOfBoth() {
    const there = user({ [CONFIG]: BEFORE, "bin/opencode": "", "bin/claude": "" });
    for (const name of ["opencode", "claude"]) chmodSync(join(there.root, "bin", name), 0o755);
    const PATH = [join(there.root, "bin"), process.env["PATH"]].join(delimiter);
    return { ...there, run: user({}, there.root, { PATH }).run };
  }

  test("install is for each that is here, uninstall too", () => {
    const { run, read, root } = userOfBoth();
    const { stdout } = run("install", "--yes");
    expect(stdout.match(/^Host: .+/gm)).toEqual(["Host: OpenCode", "Host: Claude Code"]);
    expect(read()).toContain(SPECIFIER);
    expect(read(CLAUDE)).toContain('"memory-bank@agent-memory-bank": true');
    expect(run("uninstall", "--yes").stdout).toContain("Restart OpenCode, Claude Code.");
    expect(read()).toBe(BEFORE);
    expect(existsSync(join(root, CLAUDE))).toBe(false);
  });
});
