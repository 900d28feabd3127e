import type { Surroundings } from "../io/disk/state-folder.ts";
import type { Text } from "../types.ts";
import type { Check, Host } from "./host.ts";
import { KNOWN_HOSTS } from "./known-hosts.ts";
import { findProgram } from "./shared/doctor/find-program.ts";

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

/** The host's program on this machine. */
export function programOf({ program }: Host, machine: Surroundings): string | undefined {
  return findProgram(program, machine);
}

/** A real turn in the user's own host; nothing where it is not there. */
export async function checkLive(
  host: Host,
  machine: Surroundings,
  onProgress: (what: Text) => void,
): Promise<Check[]> {
  const program = programOf(host, machine);
  if (program === undefined) return [];
  const { playTurn } = await import("./shared/doctor/play-turn.ts");
  return [await playTurn((await host.load()).trial, program, onProgress)];
}
