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

export const KNOWN_HOSTS: readonly HostAbout[] = HOSTS.map(({ about }) => about);
/** For a sentence. */
export const HOST_NAMES = KNOWN_HOSTS.map(({ name }) => name).join(", ");

export async function loadHosts(): Promise<readonly [Host, ...Host[]]> {
  const [first, ...others] = HOSTS;
  return [await first.load(), ...(await Promise.all(others.map(({ load }) => load())))];
}
