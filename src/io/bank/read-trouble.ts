import { readdirSync } from "node:fs";
import { join } from "node:path";
import { isOldLayout, layoutOf } from "../../bank/layouts.ts";
import type { Trouble } from "../../bank/render-trouble.ts";
import { attempt, readText } from "../disk/read.ts";

/** What a bank without an entry is, by the names in it. */
export function readTrouble(bank: string): Trouble {
  const names = ["", "core/"].flatMap((folder) => namesIn(bank, folder));
  if (isOldLayout(names, (name) => readText(join(bank, name)))) return { kind: "old-layout" };
  const layout = layoutOf(names);
  return layout === undefined ? { kind: "no-entry" } : { kind: "other-layout", layout };
}

/** Folders end in `/`, as places of docs do. */
function namesIn(bank: string, folder: string): string[] {
  return attempt(() => readdirSync(join(bank, folder), { withFileTypes: true }), []).flatMap(
    (found) => {
      if (found.isDirectory()) return [`${folder}${found.name}/`];
      return found.isFile() ? [folder + found.name] : [];
    },
  );
}
