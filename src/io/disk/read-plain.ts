import { fstatSync } from "node:fs";
import { attempt } from "./attempt.ts";
import { NO_LINK, readStart, withFile } from "./with-file.ts";

/**
 * The bytes of a plain file of bearable size; undefined for anything else. Whoever put a link, a pipe or a
 * huge file in its place gets neither another file read nor anybody waiting.
 */
export function readPlain(path: string, most: number): Buffer | undefined {
  const read = (file: number) => {
    const stats = fstatSync(file);
    return stats.isFile() && stats.size <= most ? readStart(file, stats.size) : undefined;
  };
  return attempt(() => withFile(path, read, NO_LINK), undefined);
}
