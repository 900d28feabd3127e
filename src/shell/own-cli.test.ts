import { describe, expect, it } from "vitest";
import { analyzeCommand } from "./analyze.ts";
import type { ShellWorld } from "./effects.ts";

const ROOT = "/home/me/project";
const CLI = `${ROOT}/node_modules/agent-memory-bank/dist/cli.js`;

function refreshes(command: string): string | undefined {
  const world: ShellWorld = {
    home: "/home/me",
    start: ROOT,
    root: ROOT,
    bank: `${ROOT}/memory-bank`,
    isThere: () => true,
    isFolder: (path) => /\/(?:dist|node_modules|agent-memory-bank|bin)$/.test(path),
    isLink: () => false,
    list: () => [],
    variable: () => undefined,
  };
  return analyzeCommand(command, world).refreshes;
}

const PACKAGE = "node_modules/agent-memory-bank";

describe("our own command line is known by what it is", () => {
  it.each([
    "memory-bank refresh --yes",
    "./node_modules/.bin/memory-bank refresh",
    `node ${PACKAGE}/dist/cli.js refresh --yes`,
    `node --no-warnings ${CLI} restore k-1 --yes`,
    `cd ${PACKAGE}/dist && node cli.js refresh --yes`,
    `cd ${PACKAGE} && node ./dist/cli.js check --fix`,
    `bun ${PACKAGE}/dist/cli.js refresh --yes`,
    `deno run -A ${PACKAGE}/dist/cli.js refresh --yes`,
    `node --import ./${PACKAGE}/dist/cli.js x.js refresh --yes`,
    "npx agent-memory-bank refresh --yes",
    "npx memory-bank restore k-20250115-1 tech.md --yes",
    "npx memory-bank merge base.md memory-bank/MEMORY.md theirs.md",
    "npx -p agent-memory-bank memory-bank refresh",
    "npm exec agent-memory-bank -- refresh --yes",
    "pnpm dlx agent-memory-bank refresh --yes",
    "pnpm memory-bank refresh --yes",
    "yarn memory-bank check --fix",
    "bunx agent-memory-bank install",
    "deno run -A npm:agent-memory-bank refresh",
    "find . -maxdepth 0 -exec memory-bank refresh --yes \\;",
    "echo refresh --yes | xargs memory-bank",
    "sudo -u me env memory-bank refresh --yes",
    "memory-bank uninstall --yes",
    "memory-bank check --fix --yes",
    `node -e 'require("child_process").execSync("npx memory-bank refresh --yes")'`,
    `python3 -c 'import subprocess; subprocess.run(["memory-bank", "refresh", "--yes"])'`,
    `bash -c 'memory-bank "$@"' x refresh --yes`,
  ])("%s", (command) => {
    expect(refreshes(command)).toBeDefined();
  });

  it.each([
    "memory-bank status",
    "memory-bank check",
    "memory-bank restore",
    "memory-bank restore --all --json",
    "memory-bank refresh --dry-run",
    "npx agent-memory-bank refresh --dry-run --json",
    `node ${PACKAGE}/dist/cli.js status`,
    `node ${PACKAGE}/dist/cli.js refresh --help`,
    "npm install agent-memory-bank",
    "pnpm add -D agent-memory-bank",
    "node scripts/build.js refresh",
    "grep -r refresh memory-bank",
    "git commit -m 'memory-bank refresh --yes'",
    "echo memory-bank refresh --yes",
  ])("%s passes", (command) => {
    expect(refreshes(command)).toBeUndefined();
  });
});
