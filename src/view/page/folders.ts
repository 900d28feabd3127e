import type { Say } from "../texts.ts";
import type { BankMap } from "../view.ts";

const COLORS = 8;

const colors = new WeakMap<BankMap, ReadonlyMap<string, string>>();

/** Folders keep their colours while their names stay the same; the bank's own folder is the ink's. */
export function folderColor(map: BankMap, folder: string): string {
  const known = colors.get(map) ?? colorFolders(map);
  colors.set(map, known);
  return known.get(folder) ?? "var(--ink)";
}

function colorFolders({ folders }: BankMap): ReadonlyMap<string, string> {
  const named = folders.filter(({ path }) => path !== "" && path !== "..");
  return new Map([
    ["..", "var(--faint)"],
    ...named.map(({ path }, index) => [path, `var(--folder-${(index % COLORS) + 1})`] as const),
  ]);
}

export function folderName(folder: string, say: Say): string {
  if (folder === "") return say("bankFolder");
  return folder === ".." ? say("outsideFolder") : folder.replace(/^details\/(?=.)/, "");
}
