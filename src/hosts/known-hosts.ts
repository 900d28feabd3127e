import { CLAUDE_CODE } from "./claude-code/about.ts";
import { CODEX } from "./codex/about.ts";
import type { HostAbout } from "./host.ts";
import { OPENCODE } from "./opencode/about.ts";

/** What can be said of all hosts without loading one. */
export const KNOWN_HOSTS: readonly HostAbout[] = [OPENCODE, CLAUDE_CODE, CODEX];

/** Every host's config is sensitive in all hosts: a change of it may start other programs, or switch us off. */
export const HOST_CONFIG_PATHS: readonly string[] = KNOWN_HOSTS.flatMap(
  ({ configPaths }) => configPaths,
);
