import { closeSync, fstatSync, openSync, readSync } from "node:fs";

/** How far a file has been read. */
export interface Mark {
  readonly file: number;
  readonly offset: number;
}

/**
 * The whole lines that were added since; all of them where another file has taken its place. Undefined where there is
 * no file, or nothing new in it.
 */
export function readAppended(
  path: string,
  mark: Mark | undefined,
): { readonly text: string; readonly mark: Mark } | undefined {
  let handle;
  try {
    handle = openSync(path, "r");
  } catch {
    return undefined;
  }
  try {
    const { ino, size } = fstatSync(handle);
    const isWhole = mark === undefined || mark.file !== ino || size < mark.offset;
    const from = isWhole ? 0 : mark.offset;
    if (size === from) return undefined;
    const bytes = Buffer.allocUnsafe(size - from);
    const count = readSync(handle, bytes, 0, bytes.length, from);
    const end = bytes.subarray(0, count).lastIndexOf(0x0a) + 1;
    if (end === 0) return undefined;
    return { text: bytes.toString("utf8", 0, end), mark: { file: ino, offset: from + end } };
  } finally {
    closeSync(handle);
  }
}
