import type { Host } from "./host.ts";

type Loader = () => Promise<Host>;

/** Each is loaded when it is needed. The first is meant where nobody names one. */
const HOSTS: readonly [Loader, ...Loader[]] = [
  async () => (await import("./opencode/opencode-host.ts")).opencodeHost,
];

export async function loadHosts(): Promise<readonly [Host, ...Host[]]> {
  const [first, ...others] = HOSTS;
  return [await first(), ...(await Promise.all(others.map((load) => load())))];
}
