import { CLAUDE_CODE } from "./claude-code/about.ts";
import { CODEX } from "./codex/about.ts";
import type { HostAbout } from "./host.ts";
import { OPENCODE } from "./opencode/about.ts";

/** What can be said of all hosts without loading one. */
export const KNOWN_HOSTS: readonly HostAbout[] = [OPENCODE, CLAUDE_CODE, CODEX];

/** In each host those of all are sensitive: who changes them may have other programs run, or us switched off. */
export const HOST_CONFIG_PATHS: readonly string[] = KNOWN_HOSTS.flatMap(
  ({ configPaths }) => configPaths,
);
