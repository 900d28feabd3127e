import type { HostAbout } from "./host.ts";
import { OPENCODE } from "./opencode/about.ts";

/** What can be said of all hosts without loading one. */
export const KNOWN_HOSTS: readonly HostAbout[] = [OPENCODE];

/** Of agents that have no folder here: they work in the same projects. */
const OTHER_CONFIG_PATHS: readonly string[] = ["**/.claude/**", "**/.claude.json", "**/.codex/**"];

/** In each host those of all are sensitive: who changes them may have other programs run, or us switched off. */
export const HOST_CONFIG_PATHS: readonly string[] = [
  ...KNOWN_HOSTS.flatMap(({ configPaths }) => configPaths),
  ...OTHER_CONFIG_PATHS,
];
