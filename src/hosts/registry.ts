import type { Surroundings } from "../io/disk/state-folder.ts";
import type { Text } from "../types.ts";
import { type Check, type Host, ok } from "./host.ts";
import { findProgram } from "./shared/doctor/find-program.ts";

/** Loads all hosts. The first is the default if the user names none. */
export async function loadHosts(): Promise<readonly [Host, ...Host[]]> {
  const [{ opencodeHost }, { claudeCodeHost }, { codexHost }] = await Promise.all([
    import("./opencode/opencode-host.ts"),
    import("./claude-code/claude-code-host.ts"),
    import("./codex/codex-host.ts"),
  ]);
  return [opencodeHost, claudeCodeHost, codexHost];
}

/** The path of the host's program on this machine. */
export function programOf({ program }: Host, machine: Surroundings): string | undefined {
  return findProgram(program, machine);
}

/** Plays a real turn in the user's host, or says that `--live` would. Returns nothing if the host is not installed. */
export async function checkLive(
  host: Host,
  machine: Surroundings,
  isLive: boolean,
  onProgress: (what: Text) => void,
): Promise<Check[]> {
  const program = programOf(host, machine);
  if (program === undefined) return [];
  if (!isLive) {
    const en = `not proven that your ${host.name} asks the plugin: --live proves it`;
    return [ok("live", { en, zh: `你的 ${host.name} 是否会询问插件尚未证实：--live 可以证明` })];
  }
  const { playTurn } = await import("./shared/doctor/play-turn.ts");
  return [await playTurn(host.name, (await host.load()).trial, program, onProgress)];
}
