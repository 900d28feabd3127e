import { readFileSync } from "node:fs";
import { attempt } from "./attempt.ts";

const BOOT = "/proc/sys/kernel/random/boot_id";
/** Of what follows the name in a process's line: when it began, in ticks since the machine did. */
const BEGAN = 19;

/** Tells a process from another one that has its number later; undefined where the system does not say. */
export function startOf(pid: number): string | undefined {
  return attempt(() => {
    const line = readFileSync(`/proc/${pid}/stat`, "utf8");
    const ticks = line.slice(line.lastIndexOf(")") + 2).split(" ")[BEGAN];
    return ticks && `${readFileSync(BOOT, "utf8").trim()} ${ticks}`;
  }, undefined);
}
