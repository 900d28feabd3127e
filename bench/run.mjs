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
/** The CLI runs in Node, not in the host. */
const IN_NODE = new Set(["startup"]);
// `rebuild` takes minutes to make its sessions: it runs when it is named.
const only = process.argv.slice(2);
for (const script of only.length > 0
  ? only
  : ["hooks", "shell", "effects", "secrets", "sessions", "plans", "check", "startup"]) {
  const { status } = spawnSync(
    IN_NODE.has(script) ? process.execPath : binary,
    [`${root}bench/${script}.mjs`],
    {
      stdio: "inherit",
      env: { ...process.env, BUN_BE_BUN: "1" },
    },
  );
  if (status !== 0) process.exit(status ?? 1);
}
