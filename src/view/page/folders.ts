import type { Say } from "../texts.ts";
import type { BankMap } from "../view.ts";

const COLORS = 8;

export function colorAt(index: number): string {
  return `var(--folder-${(index % COLORS) + 1})`;
}

/** A folder's colour stays the same while folders keep their names; the bank's own folder has the text colour. */
export function folderColor({ folders }: BankMap, folder: string): string {
  if (folder === "") return "var(--ink)";
  if (folder === "..") return "var(--faint)";
  const named = folders.filter(({ path }) => path !== "" && path !== "..");
  return colorAt(named.findIndex(({ path }) => path === folder));
}

export function folderName(folder: string, say: Say): string {
  if (folder === "") return say("bankFolder");
  return folder === ".." ? say("outsideFolder") : folder.replace(/^details\/(?=.)/, "");
}
