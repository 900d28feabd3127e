import type { Surroundings } from "../../../io/disk/state-folder.ts";
import { findProgram } from "../../shared/doctor/find-program.ts";

/** Where its installers put it. */
const INSTALLED = [".local/bin", ".claude/local", ".bun/bin", ".npm-global/bin"];

export function findClaude(machine: Surroundings): string | undefined {
  return findProgram("claude", machine, INSTALLED);
}
