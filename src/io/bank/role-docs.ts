import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type Role, playersOf } from "../../bank/roles.ts";
import { attempt, stampOf, statOf } from "../disk/read.ts";

/** Where docs stand that play a role alone; "" is the bank itself. */
const FOLDERS = ["", "core/", "details/"];

const LONGEST_TICK = 2000;

/** Which docs of a bank play a role. One `stat` as long as no name in the bank's own folder changes. */
export function createRoleDocs(bank: string) {
  let stamp: string | undefined;
  let names: readonly string[] = [];

  function list(): readonly string[] {
    const stats = statOf(bank);
    if (stats === undefined) return [];
    const now = stampOf(stats);
    if (now === stamp) return names;
    names = FOLDERS.flatMap((folder) => docsIn(bank, folder));
    // In the same tick of the file system's clock another name may follow.
    stamp = Date.now() - stats.ctimeMs > LONGEST_TICK ? now : undefined;
    return names;
  }

  /** The best first. What is only in `details/` may be gone since. */
  return (role: Role): readonly string[] =>
    playersOf(role, list()).filter((place) => !place.endsWith("/"));
}

function docsIn(bank: string, folder: string): string[] {
  return attempt(() => readdirSync(join(bank, folder)), [])
    .filter((name) => /\.md$/i.test(name))
    .map((name) => folder + name);
}
