import { readdir } from "node:fs/promises";
import { basename, join, sep } from "node:path";
import { BANK_FOLDER, ENTRY, OTHER_FOLDERS } from "../../bank/layout.ts";
import { isBelow, realPathOf } from "../disk/paths.ts";
import { readText, statOf } from "../disk/read.ts";
import { foldersUp } from "./find-bank.ts";
import { hasOwnEntry } from "./own-entry.ts";

/** Folders that nobody keeps a memory in, and of which there may be thousands. */
const SKIPPED = new Set(["node_modules", "vendor", "target", "dist", "build", "out", "coverage"]);
const DEEPEST = 6;
const MOST_FOLDERS = 20_000;
const MOST_SUBMODULES = 200;
const OTHERS = OTHER_FOLDERS.map((folder) => folder.replaceAll("/", sep));
const FOLDERS = [BANK_FOLDER, ...OTHERS];
/** Nearly no path has one of these names. */
const NAMED = new RegExp([...new Set(FOLDERS.map((folder) => basename(folder)))].join("|"));

/** The banks of a work tree beside the one that the session has: those above are found at once, the rest later. */
export interface OtherBanks {
  /** Real paths. */
  readonly list: () => readonly string[];
  /** The one that holds this real path, also where nobody has found it yet. */
  readonly holding: (path: string) => string | undefined;
  /** Looks for them below the root. */
  readonly discover: () => Promise<void>;
}

export function findOtherBanks(place: {
  readonly directory: string;
  readonly root: string;
  readonly bank: string;
}): OtherBanks {
  const root = realPathOf(place.root);
  const own = realPathOf(place.bank);
  const found = new Set<string>();

  function learn(folder: string): string | undefined {
    if (found.has(folder)) return folder;
    if (isBelow(own, folder) || !isBelow(root, folder) || !isBank(folder)) return undefined;
    found.add(folder);
    return folder;
  }

  for (const folder of foldersUp(place.directory, place.root)) {
    for (const name of FOLDERS) learn(realPathOf(join(folder, name)));
  }

  return {
    list: () => [...found],
    holding(path) {
      if (!NAMED.test(path)) return undefined;
      for (const name of FOLDERS) {
        const at = `${path}${sep}`.lastIndexOf(sep + name + sep);
        const folder = at === -1 ? undefined : learn(path.slice(0, at) + sep + name);
        if (folder !== undefined) return folder;
      }
      return undefined;
    },
    async discover() {
      const modules = submodulesOf(root).filter((folder) => isBelow(root, folder));
      for (const folder of modules)
        for (const name of FOLDERS) learn(realPathOf(join(folder, name)));
      const waiting = [root, ...modules].map((folder) => ({ folder, depth: 0 }));
      for (let count = 0; count < MOST_FOLDERS; count++) {
        const next = waiting.pop();
        if (next === undefined) return;
        for (const name of await foldersIn(next.folder)) {
          const folder = join(next.folder, name);
          for (const bank of FOLDERS)
            if (bank === name || bank.startsWith(name + sep)) learn(join(next.folder, bank));
          const isSkipped = name.startsWith(".") || SKIPPED.has(name) || FOLDERS.includes(name);
          if (!isSkipped && next.depth < DEEPEST) waiting.push({ folder, depth: next.depth + 1 });
        }
      }
    },
  };
}

/** A folder of our name may be anything; what has an entry is somebody's memory. In other folders it must be ours. */
function isBank(folder: string): boolean {
  if (OTHERS.some((other) => folder.endsWith(sep + other))) return hasOwnEntry(folder);
  return statOf(join(folder, ENTRY))?.isFile() === true;
}

/** They may be where nothing is looked for: under `vendor`, or deep down. */
function submodulesOf(root: string): string[] {
  const text = readText(join(root, ".gitmodules")) ?? "";
  return [...text.matchAll(/^[ \t]*path[ \t]*=[ \t]*(\S.*)$/gm)]
    .slice(0, MOST_SUBMODULES)
    .map(([, path = ""]) => realPathOf(join(root, path.trim())));
}

async function foldersIn(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  } catch {
    return [];
  }
}
