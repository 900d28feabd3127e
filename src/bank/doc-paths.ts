import { posix } from "node:path";

/** A path with the bank's folder before it, or without, as one inside the bank. */
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

/** Stands for the folders above: of absolute paths, `posix.relative` does not ask where the process runs. */
const ABOVE = "/ ".repeat(40);

/** The way from a folder to a path, both from the same place, which may be above the folder. */
export function wayTo(folder: string, path: string): string {
  return posix.relative(posix.join(ABOVE, folder), posix.join(ABOVE, path)) || ".";
}
