import { type Stats, lstatSync, statSync } from "node:fs";
import { attempt } from "./attempt.ts";

const OR_NOTHING = { throwIfNoEntry: false } as const;

/** Absent and unreachable are the same here; who must know the difference asks for the file itself. */
export function statOf(path: string): Stats | undefined {
  return attempt(() => statSync(path, OR_NOTHING), undefined);
}

/** The same of the name itself: a link is not followed. */
export function lstatOf(path: string | Buffer): Stats | undefined {
  return attempt(() => lstatSync(path, OR_NOTHING), undefined);
}

/** When its text, its name or its place last changed, in milliseconds. */
export function changeOf({ mtimeMs, ctimeMs }: Stats): number {
  return Math.max(mtimeMs, ctimeMs);
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
