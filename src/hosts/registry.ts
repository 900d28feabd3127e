import type { Host, HostAbout } from "./host.ts";
import { OPENCODE } from "./opencode/about.ts";

interface HostEntry {
  readonly about: HostAbout;
  readonly load: () => Promise<Host>;
}

/** Each is loaded when it is needed. The first is meant where nobody names one. */
const HOSTS: readonly [HostEntry, ...HostEntry[]] = [
  {
    about: OPENCODE,
    load: async () => (await import("./opencode/opencode-host.ts")).opencodeHost,
  },
];

/** Of agents that have no folder here: they work in the same projects. */
const OTHER_CONFIG_PATHS: readonly string[] = ["**/.claude/**", "**/.claude.json", "**/.codex/**"];

export const KNOWN_HOSTS: readonly HostAbout[] = HOSTS.map(({ about }) => about);
/** For a sentence. */
export const HOST_NAMES = KNOWN_HOSTS.map(({ name }) => name).join(", ");

/** In each host those of all are sensitive: who changes them may have other programs run, or us switched off. */
export const HOST_CONFIG_PATHS: readonly string[] = [
  ...KNOWN_HOSTS.flatMap(({ configPaths }) => configPaths),
  ...OTHER_CONFIG_PATHS,
];

export async function loadHosts(): Promise<readonly [Host, ...Host[]]> {
  const [first, ...others] = HOSTS;
  return [await first.load(), ...(await Promise.all(others.map(({ load }) => load())))];
}
