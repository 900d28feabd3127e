import { openTerminal, type Terminal } from "../terminal.ts";
import { environmentOf, findProgram, type Place } from "./program.ts";

/** Codex as a person sees it. Without its daemon: that would outlive the test. */
export async function startCodexTerminal(
  place: Place,
  args: readonly string[] = [],
  size: { columns?: number; rows?: number } = {},
): Promise<Terminal> {
  const command = [findProgram(), "--no-daemon", ...args] as const;
  const terminal = openTerminal({ ...place, ...size, env: environmentOf(place), command });
  await terminal.until("? for shortcuts");
  return terminal;
}
