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

/** As `stampOf`, for many files at a time. */
export function isSameStats(left: Stats, right: Stats): boolean {
  return (
    left.ctimeMs === right.ctimeMs &&
    left.mtimeMs === right.mtimeMs &&
    left.size === right.size &&
    left.ino === right.ino
  );
}
