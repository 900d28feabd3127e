import { BANK_FOLDER, OTHER_FOLDERS } from "./layout.ts";

const KNOWN = [BANK_FOLDER, ...OTHER_FOLDERS].toSorted((a, b) => b.length - a.length);

/** The folders that a bank's folder of a known name is made in: `docs/memory-bank` may be that of `docs`, too. */
export function knownHomes(bank: string): string[] {
  const path = bank.replaceAll("\\", "/");
  return KNOWN.filter((folder) => path.endsWith(`/${folder}`)).map(
    (folder) => bank.slice(0, -folder.length - 1) || "/",
  );
}
