import { rmdirSync } from "node:fs";
import { attempt } from "../../io/disk/read.ts";
import { ensureWritable, writeConfig } from "../../io/disk/config-file.ts";
import { moveAside } from "../../io/disk/move-aside.ts";
import type { SetupPlan } from "../../hosts/host.ts";
import { say } from "../say.ts";

export interface Moved {
  readonly from: string;
  readonly to: string;
}

/** Does exactly the plan. What can be known to fail fails before anything is changed. */
export function applySetup(
  { changes, copies, folders = [] }: SetupPlan,
  asideFolder: string,
): Moved[] {
  for (const { file } of changes) ensureWritable(file);
  const done: string[] = [];
  const moved: Moved[] = [];
  try {
    // A change may be meant for the place of what is moved.
    for (const { path } of copies) {
      moved.push({ from: path, to: moveAside(path, asideFolder) });
      done.push(path);
    }
    for (const { file, after } of changes) {
      writeConfig(file, after);
      done.push(file.path);
    }
    for (const folder of folders) attempt(() => rmdirSync(folder), undefined);
  } catch (error) {
    if (error instanceof Error && done.length > 0) {
      error.message += say({
        en: ` (already done: ${done.join(", ")})`,
        zh: `（已完成：${done.join("、")}）`,
      });
    }
    throw error;
  }
  return moved;
}
