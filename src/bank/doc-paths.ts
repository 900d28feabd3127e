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

/**
 * The way from a folder to a path, both from the same place, which may be above the folder but not below it. Unlike
 * `posix.relative` it does not depend on the directory that the process runs in: there, `../x` is no way up in a
 * folder that is called `x`.
 */
export function wayTo(folder: string, path: string): string {
  const from = partsOf(folder);
  const to = partsOf(path);
  let shared = 0;
  while (shared < from.length && from[shared] === to[shared]) shared += 1;
  return [...from.slice(shared).map(() => ".."), ...to.slice(shared)].join("/") || ".";
}

function partsOf(path: string): string[] {
  return posix
    .normalize(path)
    .split("/")
    .filter((part) => part !== "" && part !== ".");
}
