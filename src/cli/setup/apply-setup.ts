import { ensureWritable, writeConfig } from "../../io/disk/config-file.ts";
import { moveAside } from "../../io/our-copies.ts";
import type { SetupPlan } from "./plan.ts";
import { texts } from "./texts.ts";

export interface Moved {
  readonly from: string;
  readonly to: string;
}

/** Does exactly the plan. What can be known to fail fails before anything is changed. */
export function applySetup({ changes, copies }: SetupPlan, asideFolder: string): Moved[] {
  for (const { file } of changes) ensureWritable(file);
  const done: string[] = [];
  const moved: Moved[] = [];
  try {
    for (const { file, after } of changes) {
      writeConfig(file, after);
      done.push(file.path);
    }
    for (const copy of copies) {
      moved.push({ from: copy.path, to: moveAside(copy, asideFolder) });
      done.push(copy.path);
    }
  } catch (error) {
    if (error instanceof Error && done.length > 0) error.message += texts().partly(done);
    throw error;
  }
  return moved;
}
