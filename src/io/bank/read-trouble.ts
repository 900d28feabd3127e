import { readdirSync } from "node:fs";
import { join } from "node:path";
import { isOldLayout, layoutOf } from "../../bank/layouts.ts";
import type { Trouble } from "../../bank/render-trouble.ts";
import { attempt, readText, statOf } from "../disk/read.ts";
import type { LookAt } from "../disk/remember.ts";

/** Names in a bank, and in its folders that may hold a doc that plays a role alone. A folder's name ends in `/`. */
export function namesInBank(bank: string, lookAt: LookAt = statOf): string[] {
  return ["", "core/", "details/"].flatMap((folder) => {
    const path = join(bank, folder);
    lookAt(path);
    const entries = attempt(() => readdirSync(path, { withFileTypes: true }), []);
    return entries.map((entry) => folder + entry.name + (entry.isDirectory() ? "/" : ""));
  });
}

/** What a bank without an entry is, by the names in it. */
export function readTrouble(bank: string, names = namesInBank(bank)): Trouble {
  if (isOldLayout(names, (name) => readText(join(bank, name)))) return { kind: "old-layout" };
  const layout = layoutOf(names);
  return layout === undefined ? { kind: "no-entry" } : { kind: "other-layout", layout };
}
