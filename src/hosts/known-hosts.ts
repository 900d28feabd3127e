import { CLAUDE_CODE } from "./claude-code/about.ts";
import { CODEX } from "./codex/about.ts";
import type { HostAbout } from "./host.ts";
import { OPENCODE } from "./opencode/about.ts";

/** All hosts, described without loading their code. */
export const KNOWN_HOSTS: readonly HostAbout[] = [OPENCODE, CLAUDE_CODE, CODEX];

/** Configs of all hosts are sensitive in each host: a change may start other programs, or switch the plugin off. */
export const HOST_CONFIG_PATHS: readonly string[] = KNOWN_HOSTS.flatMap(
  ({ configPaths }) => configPaths,
);
