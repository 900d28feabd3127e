import type { Host } from "./host.ts";
import { KNOWN_HOSTS } from "./known-hosts.ts";

type Load = () => Promise<Host>;

/** Each is loaded when it is needed. The first is meant where nobody names one. */
const HOSTS: readonly [Load, ...Load[]] = [
  async () => (await import("./opencode/opencode-host.ts")).opencodeHost,
  async () => (await import("./claude-code/claude-code-host.ts")).claudeCodeHost,
  async () => (await import("./codex/codex-host.ts")).codexHost,
];

/** For a sentence. */
export const HOST_NAMES = KNOWN_HOSTS.map(({ name }) => name).join(", ");

export async function loadHosts(): Promise<readonly [Host, ...Host[]]> {
  const [first, ...others] = HOSTS;
  return [await first(), ...(await Promise.all(others.map((load) => load())))];
}
