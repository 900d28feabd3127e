import { readdir } from "node:fs/promises";
import { join, sep } from "node:path";
import { BANK_FOLDER, ENTRY, OTHER_FOLDERS } from "../../bank/layout.ts";
import { isBelow, realPathOf } from "../disk/paths.ts";
import { statOf } from "../disk/read.ts";
import { type BankLocation, foldersUp, hasOwnEntry } from "./find-bank.ts";

/** Folders that hold no memory, of which there may be thousands. */
const SKIPPED = new Set(["node_modules", "vendor", "target", "dist", "build", "out", "coverage"]);
const MOST_FOLDERS = 20_000;
const FOLDERS = [BANK_FOLDER, ...OTHER_FOLDERS].map((folder) => folder.replaceAll("/", sep));

/** The banks of a work tree beside the one that the session has: those above are found at once, the rest later. */
export function findOtherBanks(place: Pick<BankLocation, "directory" | "root" | "bank">) {
  const root = realPathOf(place.root);
  const own = realPathOf(place.bank);
  const found = new Set<string>();

  function learn(folder: string): string | undefined {
    if (found.has(folder)) return folder;
    if (isBelow(own, folder) || !isBelow(root, folder) || !isBank(folder)) return undefined;
    found.add(folder);
    return folder;
  }

  for (const folder of foldersUp(place.directory, place.root))
    for (const name of FOLDERS) learn(realPathOf(join(folder, name)));

  return {
    list: () => [...found],
    /** The bank that holds this real path, even if it was not discovered yet. */
    holding(path: string): string | undefined {
      for (const name of FOLDERS) {
        const at = `${path}${sep}`.lastIndexOf(sep + name + sep);
        const folder = at === -1 ? undefined : learn(path.slice(0, at) + sep + name);
        if (folder !== undefined) return folder;
      }
      return undefined;
    },
    /** Looks for banks below the root. */
    async discover(): Promise<void> {
      const folders = [root];
      for (const folder of folders) {
        for (const name of await foldersIn(folder)) {
          for (const bank of FOLDERS)
            if (bank === name || bank.startsWith(name + sep)) learn(join(folder, bank));
          const isSkipped = name.startsWith(".") || SKIPPED.has(name);
          if (!isSkipped && folders.length < MOST_FOLDERS) folders.push(join(folder, name));
        }
      }
    },
  };
}

/** Whether a folder is a bank. With our name, any entry counts; in other tools' folders the entry must be ours. */
function isBank(folder: string): boolean {
  if (OTHER_FOLDERS.some((other) => folder.endsWith(join(sep, other)))) return hasOwnEntry(folder);
  return statOf(join(folder, ENTRY))?.isFile() === true;
}

async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}
