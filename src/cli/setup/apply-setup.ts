import { rmdirSync } from "node:fs";
import { attempt } from "../../io/disk/read.ts";
import { ensureWritable, writeConfig } from "../../io/disk/config-file.ts";
import { moveAside } from "../../io/disk/move-aside.ts";
import type { SetupPlan } from "../../hosts/host.ts";

/**
 * Does exactly the plan. What can be known to fail fails before anything is changed; what fails later is done by the
 * next run. Returns where each copy is now.
 */
export function applySetup(
  { changes, copies, folders = [] }: SetupPlan,
  asideFolder: string,
): string[] {
  for (const { file } of changes) ensureWritable(file);
  // First: a change may be meant for the place of what is moved.
  const moved = copies.map(({ path }) => moveAside(path, asideFolder));
  for (const { file, after } of changes) writeConfig(file, after);
  for (const folder of folders) attempt(() => rmdirSync(folder), undefined);
  return moved;
}
