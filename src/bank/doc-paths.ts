import { posix } from "node:path";

/** A path inside the bank, from a path with or without the bank's folder before it. */
export function insideBank(path: string, bankName: string): string {
  return path.startsWith(`${bankName}/`) ? path.slice(bankName.length + 1) : path;
}

/** The folders that a path goes through, the outermost first. */
export function foldersOf(path: string): string[] {
  const folders: string[] = [];
  for (let at = path.indexOf("/"); at > 0; at = path.indexOf("/", at + 1)) {
    folders.push(path.slice(0, at));
  }
  return folders;
}

/** Stands for the folders above. For absolute paths `posix.relative` does not ask for the process's own folder. */
const ABOVE = "/ ".repeat(40);

/** The relative path from a folder to a path. Both start at the same place. The path may be above the folder. */
export function wayTo(folder: string, path: string): string {
  return posix.relative(posix.join(ABOVE, folder), posix.join(ABOVE, path)) || ".";
}

/** A doc's path from its project's folder; a doc of another bank is known by its path from this one. */
export function shownPath(bankName: string, doc: string): string {
  return posix.join(bankName, doc);
}
