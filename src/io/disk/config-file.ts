import { isUtf8 } from "node:buffer";
import { readFileSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DiskError, onDisk } from "./disk-error.ts";
import { realPathOf } from "./paths.ts";
import { replaceFile } from "./replace-file.ts";
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

export function readConfig(path: string): ConfigFile {
  const target = realPathOf(path);
  const stats = onDisk(path, () => statSync(target, { throwIfNoEntry: false }));
  if (stats === undefined) return { path, target, bytes: undefined, text: "" };
  if (!stats.isFile()) throw new DiskError(`${path} is not a file`);
  const bytes = onDisk(path, () => readFileSync(target));
  if (!isUtf8(bytes)) throw new DiskError(`${path} is not UTF-8 text. Save it as UTF-8 first`);
  return { path, target, bytes, text: bytes.toString("utf8") };
}

/** Says so now, before anything has been changed, if the file could not be written. */
export function ensureWritable({ path, target, bytes }: ConfigFile): void {
  if (bytes !== undefined && isReadOnly(target))
    throw new DiskError(
      `${path} is read-only. Make the file writable (chmod u+w), then run it again`,
    );
  const folder = dirname(target);
  if (isReadOnly(folder))
    throw new DiskError(
      `${path} (folder: ${folder}) is read-only. Make the folder writable (chmod u+w), then run it again`,
    );
}

/** Puts the text in the file's place in one step, or removes the file; nothing if it is no longer what we saw. */
export function writeConfig({ path, target, bytes }: ConfigFile, text: string | undefined): void {
  const stats = statOf(target);
  const now = readConfig(path);
  const isSame = bytes === undefined ? now.bytes === undefined : now.bytes?.equals(bytes) === true;
  if (!isSame || now.target !== target)
    throw new DiskError(`${path} has just changed. It was not written; run it again`);
  onDisk(path, () => {
    if (text === undefined) rmSync(target, { force: true });
    else replaceFile(target, Buffer.from(text), { mode: stats?.mode, instead: stampOf(stats) });
  });
}

/** Bits, not a try: the superuser may write everything, and a user who took the bits away meant it. */
function isReadOnly(path: string): boolean {
  const stats = statOf(path);
  return stats !== undefined && (stats.mode & 0o222) === 0;
}
