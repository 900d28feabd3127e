import { type Stats, readdirSync } from "node:fs";
import { join, sep } from "node:path";
import { attempt } from "./attempt.ts";
import { statOf } from "./stat.ts";

/** The names that lead to this very file, by hard links. */
export type FindTwins = (file: Stats) => readonly string[];

/** One look serves all that is asked in the same moment: a command may name hundreds of such files. */
export function createTwins(list: () => readonly string[]): FindTwins {
  let known: ReadonlyMap<string, string[]> | undefined;

  function look(): ReadonlyMap<string, string[]> {
    const byFile = new Map<string, string[]>();
    for (const name of list()) {
      const stats = statOf(name);
      if (stats === undefined || stats.nlink < 2 || !stats.isFile()) continue;
      byFile.set(keyOf(stats), [...(byFile.get(keyOf(stats)) ?? []), name]);
    }
    queueMicrotask(() => {
      known = undefined;
    });
    return byFile;
  }

  return (file) => {
    known ??= look();
    return known.get(keyOf(file)) ?? [];
  };
}

function keyOf({ dev, ino }: Stats): string {
  return `${dev}:${ino}`;
}

const MOST_IN_BANK = 5000;

export function filesInBank(bank: string): string[] {
  const names = attempt(() => readdirSync(bank, { recursive: true, encoding: "utf8" }), []);
  return names.slice(0, MOST_IN_BANK).map((name) => join(bank, name));
}

const MOST_FILES = 2000;
/** Package managers link what is in there from a store of theirs. */
const UNCOMPARED = new Set(["node_modules", ".git"]);

export function isUncompared(path: string): boolean {
  return path.split(sep).some((part) => UNCOMPARED.has(part));
}

/** The files of a folder, as far as a short look finds them: those at its top first. */
export function filesAtTop(root: string, deepest: number): string[] {
  const files: string[] = [];
  let folders = [root];
  for (let depth = 0; depth < deepest; depth++) {
    const below: string[] = [];
    for (const folder of folders) {
      for (const entry of attempt(() => readdirSync(folder, { withFileTypes: true }), [])) {
        const name = join(folder, entry.name);
        if (entry.isDirectory() && !UNCOMPARED.has(entry.name)) below.push(name);
        if (!entry.isFile()) continue;
        if (files.length === MOST_FILES) return files;
        files.push(name);
      }
    }
    folders = below;
  }
  return files;
}
