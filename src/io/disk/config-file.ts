import { isUtf8 } from "node:buffer";
import { readFileSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { DiskError, onDisk } from "./disk-error.ts";
import { realPathOf } from "./paths.ts";
import { replaceFile } from "./replace-file.ts";
import { stampOf, statOf } from "./read.ts";

/** A config file of another program, as it was when it was read. */
export interface ConfigFile {
  /** The path as given; it may be a link. */
  readonly path: string;
  /** The file that is read and written: a link stays a link. */
  readonly target: string;
  /** Absent where there is no such file. */
  readonly bytes: Buffer | undefined;
  /** The text that the program reads, with a byte order mark; empty if there is no such file. */
  readonly text: string;
}

export function readConfig(path: string): ConfigFile {
  const target = realPathOf(path);
  const stats = statOf(target);
  if (stats === undefined) return { path, target, bytes: undefined, text: "" };
  if (!stats.isFile()) throw new DiskError(`${path} is not a file`);
  const bytes = onDisk(path, () => readFileSync(target));
  if (!isUtf8(bytes)) throw new DiskError(`${path} is not UTF-8 text. Save it as UTF-8 first`);
  return { path, target, bytes, text: bytes.toString("utf8") };
}

/** Throws before anything is changed. Checks the permission bits: a user who removed the write bit meant it. */
export function ensureWritable({ path, target }: ConfigFile): void {
  for (const place of [target, dirname(target)]) {
    const stats = statOf(place);
    if (stats !== undefined && (stats.mode & 0o222) === 0)
      throw new DiskError(`${path} cannot be changed: ${place} is read-only (chmod u+w)`);
  }
}

/** Replaces or removes the file in one step; throws if it is no longer what was read. */
export function writeConfig({ path, target, bytes }: ConfigFile, text: string | undefined): void {
  const instead = stampOf(statOf(target));
  const now = readConfig(path);
  const isSame = bytes === undefined ? now.bytes === undefined : now.bytes?.equals(bytes) === true;
  if (!isSame || now.target !== target)
    throw new DiskError(`${path} has just changed. It was not written; run it again`);
  onDisk(path, () => {
    if (text === undefined) rmSync(target, { force: true });
    else replaceFile(target, Buffer.from(text), { instead });
  });
}
