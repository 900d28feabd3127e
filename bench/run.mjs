// `npm run bench`: what our hooks cost, measured inside the Bun that OpenCode embeds, as ratios of one run.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const names = [`opencode-${process.platform}-${process.arch}`, "opencode-ai"];
const binary = names
  .flatMap((name) => [
    `${root}node_modules/${name}/bin/opencode`,
    `${root}node_modules/${name}/bin/opencode.exe`,
  ])
  .find((path) => existsSync(path));
if (binary === undefined) {
  console.error("No OpenCode binary in node_modules: run `npm install` first.");
  process.exit(2);
}
// Certificates that Node is told to load take longer than its start: a bare start is what we are measured by.
delete process.env["NODE_EXTRA_CA_CERTS"];
/** The CLI runs in Node, not in the host; `start` starts a process of the host's for each figure. */
const IN_NODE = new Set(["startup", "start", "terminal", "claude-code", "codex", "merge"]);
// `rebuild` takes minutes to make its sessions: it runs when it is named.
const separator = process.argv.indexOf("--");
const only = process.argv.slice(2, separator === -1 ? undefined : separator);
const rest = separator === -1 ? [] : process.argv.slice(separator + 1);
for (const script of only.length > 0
  ? only
  : [
      "hooks",
      "shell",
      "effects",
      "harmless",
      "secrets",
      "sessions",
      "plans",
      "check",
      "startup",
      "start",
      "terminal",
      "claude-code",
      "codex",
      "merge",
    ]) {
  const { status } = spawnSync(
    IN_NODE.has(script) ? process.execPath : binary,
    [`${root}bench/${script}.mjs`, ...rest],
    {
      stdio: "inherit",
      env: { ...process.env, BUN_BE_BUN: "1", MEMORY_BANK_BENCH_BUN: binary },
    },
  );
  if (status !== 0) process.exit(status ?? 1);
}
