import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { toRecord } from "../json.ts";
import type { Project } from "../project.ts";
import { openTerminal, type Terminal } from "../terminal.ts";
import { environmentOf, findProgram, type Place } from "./program.ts";

/** Claude Code as a person sees it, in a folder that the person trusts. */
export async function startClaudeTerminal(
  place: Place,
  args: readonly string[] = [],
  size: { columns?: number; rows?: number } = {},
): Promise<Terminal> {
  trust(place.home, place.project);
  const env = environmentOf(place);
  const terminal = openTerminal({ ...place, ...size, env, command: [findProgram(), ...args] });
  await terminal.until("? for shortcuts");
  return terminal;
}

function trust(home: string, { cwd }: Project): void {
  const path = join(home, ".claude.json");
  const config = toRecord(JSON.parse(readFileSync(path, "utf8")));
  const projects = { ...toRecord(config["projects"]), [cwd]: { hasTrustDialogAccepted: true } };
  writeFileSync(path, JSON.stringify({ ...config, projects }));
}
