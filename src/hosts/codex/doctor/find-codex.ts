import type { Surroundings } from "../../../io/disk/state-folder.ts";
import { findProgram } from "../../shared/doctor/find-program.ts";

/** Where its installers put it. */
const INSTALLED = [".local/bin", ".bun/bin", ".npm-global/bin", ".volta/bin"];

export function findCodex(machine: Surroundings): string | undefined {
  return findProgram("codex", machine, INSTALLED);
}
