import { BANK_FOLDER } from "./layout.ts";

/** A path with the bank's folder before it, or without, as one inside the bank. */
export function insideBank(path: string): string {
  return path.startsWith(`${BANK_FOLDER}/`) ? path.slice(BANK_FOLDER.length + 1) : path;
}

/** The folders that a path goes through, the outermost first. */
export function foldersOf(path: string): string[] {
  const folders: string[] = [];
  for (let at = path.indexOf("/"); at > 0; at = path.indexOf("/", at + 1)) {
    folders.push(path.slice(0, at));
  }
  return folders;
}
