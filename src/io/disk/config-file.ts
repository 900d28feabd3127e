import { isUtf8 } from "node:buffer";
import { lstatSync, readFileSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DiskError, type SystemTrouble, codeOf, troubleOf } from "./disk-error.ts";
import { realPathOf } from "./paths.ts";
import { ChangedMeanwhile, NOTHING, isStill, replaceFile } from "./replace-file.ts";
import { stampOf, statOf } from "./read.ts";

/** A config file of another program, as it was when we looked. */
export interface ConfigFile {
  /** As it is named; may be a link. */
  readonly path: string;
  /** The file that is read and written: a link stays a link. */
  readonly target: string;
  /** Absent where there is no such file. */
  readonly bytes: Buffer | undefined;
  /** What the program reads, with a byte order mark; empty where there is no such file. */
  readonly text: string;
}

const LARGEST = 4 * 1024 * 1024;

export function readConfig(path: string): ConfigFile {
  const target = realPathOf(path);
  const stats = lookAt(target);
  if (stats === undefined) return { path, target, bytes: undefined, text: "" };
  if (!stats.isFile()) throw new DiskError("other", `${path} is not a file`);
  if (stats.size > LARGEST) throw new DiskError("other", `${path} is too large for a config`);
  const bytes = onDisk(path, "read", () => readFileSync(target));
  if (!isUtf8(bytes))
    throw new DiskError("other", `${path} is not UTF-8 text. Save it as UTF-8 first`);
  return { path, target, bytes, text: bytes.toString("utf8") };
}

/** Says so now, before anything has been changed, if the file could not be written. */
export function ensureWritable({ path, target, bytes }: ConfigFile): void {
  const folder = nearestFolder(dirname(target));
  for (const [place, noun] of [
    [bytes === undefined ? undefined : target, "file"],
    [folder, "folder"],
  ] as const) {
    const stats = place === undefined ? undefined : statOf(place);
    // Bits, not a try: the superuser may write everything, and a user who took the bits away meant it.
    if (stats === undefined || (stats.mode & 0o222) !== 0) continue;
    const where = place === path ? path : `${path} (${noun}: ${place})`;
    throw new DiskError(
      "read-only",
      `${where} is read-only. Make the ${noun} writable (chmod u+w), then run it again`,
    );
  }
}

/** Puts the text in the file's place in one step, or removes the file; nothing if it is no longer what we saw. */
export function writeConfig(file: ConfigFile, text: string | undefined): void {
  const { path, target, bytes } = file;
  const stats = lstatSync(target, { throwIfNoEntry: false });
  const stamp = stats === undefined ? NOTHING : stampOf(stats);
  const now = readConfig(path);
  const isSame =
    now.bytes === undefined || bytes === undefined ? now.bytes === bytes : now.bytes.equals(bytes);
  if (!isSame || now.target !== target || !isStill(target, stamp)) throw justChanged(path);
  onDisk(path, "write", () => {
    if (text === undefined) rmSync(target, { force: true });
    else replaceFile(target, Buffer.from(text), { mode: stats?.mode, instead: stamp });
  });
}

function lookAt(path: string) {
  return onDisk(path, "read", () => statSync(path, { throwIfNoEntry: false }));
}

function nearestFolder(folder: string): string {
  return statOf(folder) !== undefined || dirname(folder) === folder
    ? folder
    : nearestFolder(dirname(folder));
}

function justChanged(path: string): DiskError {
  return new DiskError("other", `${path} has just changed. It was not written; run it again`);
}

function onDisk<Result>(path: string, what: "read" | "write", work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof ChangedMeanwhile) throw justChanged(path);
    const code = codeOf(error);
    if (code === undefined) throw error;
    const kind = troubleOf(code);
    throw new DiskError(kind, `cannot ${what} ${path}: ${ADVICE[kind] ?? code}`, error);
  }
}

const ADVICE: Partial<Record<SystemTrouble, string>> = {
  full: "the disk is full. Free some space, then run it again",
  "read-only": "the file system is read-only",
  denied: "permission denied. Run it as the user that the file belongs to",
  "not-a-folder": "there is a file where a folder should be. Move that file away",
};
