import { appendFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { codexHomeIn } from "../../../src/hosts/codex/doctor/closed-home.ts";
import { toHooks } from "../../../src/hosts/codex/hook-table.ts";
import { SERVER } from "../../../src/hosts/codex/words.ts";
import { type CodexBench, useCodex } from "./use-codex.ts";

const DIST = fileURLToPath(new URL("../../../dist/codex", import.meta.url));
const PASSED =
  "XDG_STATE_HOME LC_ALL MEMORY_BANK_GUARD_MODE MEMORY_BANK_APPROVAL MEMORY_BANK_WRITER MEMORY_BANK_DISABLED MEMORY_BANK_LOG MEMORY_BANK_MAX_CHARS MEMORY_BANK_READ_SCOPE MEMORY_BANK_LANG MEMORY_BANK_DIR CODEX_HOME".split(
    " ",
  );

/** The built server and its hooks, in the user's own files. */
function install({ home }: { home: string }): void {
  const folder = codexHomeIn(home);
  const file = join(folder, "hooks.json");
  if (existsSync(file)) return;
  writeFileSync(file, JSON.stringify({ hooks: toHooks(`sh '${join(DIST, "net.sh")}'`) }));
  mkdirSync(join(folder, "agents"));
  for (const name of ["memory-reader", "memory-bank-writer"])
    writeFileSync(
      join(folder, "agents", `${name}.toml`),
      `name = "${name}"\ndescription = "x"\ndeveloper_instructions = "You are ${name}."\n`,
    );
  const server = { command: "node", args: [join(DIST, "server.js")], env_vars: PASSED };
  const lines = Object.entries(server).map(([key, value]) => `${key} = ${JSON.stringify(value)}`);
  appendFileSync(join(folder, "config.toml"), `\n[mcp_servers.${SERVER}]\n${lines.join("\n")}\n`);
}

/** With our hooks, which the person has trusted; settings are environment variables here. */
export function useBank(env: Readonly<Record<string, string>> = {}): CodexBench {
  const bench = useCodex({ install, env });
  let trusting: Promise<void> | undefined;
  const trust: CodexBench["trust"] = (project) => (trusting ??= bench.trust(project));
  return {
    ...bench,
    get home() {
      return bench.home;
    },
    get model() {
      return bench.model;
    },
    trust,
    turn: (project, ...turn) => trust(project).then(() => bench.turn(project, ...turn)),
    play: (project, ...turn) => trust(project).then(() => bench.play(project, ...turn)),
    open: (project, ...more) => trust(project).then(() => bench.open(project, ...more)),
    terminal: (project, ...more) => trust(project).then(() => bench.terminal(project, ...more)),
  };
}

export const BLOCK = { MEMORY_BANK_GUARD_MODE: "block" };
