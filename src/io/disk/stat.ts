import { type Stats, statSync } from "node:fs";

/** Absent and unreachable are the same here; who must know the difference asks for the file itself. */
export function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Changes whenever the file does. */
export function stampOf(stats: Stats): string {
  return `${stats.ino}:${stats.size}:${stats.mtimeMs}:${stats.ctimeMs}`;
}
