import type { Surroundings } from "../../../io/disk/state-folder.ts";
import { findProgram } from "../../shared/doctor/find-program.ts";

/** Where its installers put it. */
const INSTALLED = [".opencode/bin", ".local/bin", "bin", ".bun/bin", ".npm-global/bin"];

export function findOpenCode(machine: Surroundings): string | undefined {
  const { OPENCODE_INSTALL_DIR, XDG_BIN_DIR } = machine.env;
  const asked = [OPENCODE_INSTALL_DIR, XDG_BIN_DIR].filter((folder) => folder !== undefined);
  return findProgram("opencode", machine, [...asked, ...INSTALLED]);
}
