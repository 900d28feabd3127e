import { closeSync, constants, openSync, readSync } from "node:fs";

/** A pipe would wait for somebody to write into it. */
export const AT_ONCE = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
export const NO_LINK = AT_ONCE | (constants.O_NOFOLLOW ?? 0);

/** Holds a file open for reading as long as the work takes. */
export function withFile<Result>(
  path: string,
  work: (file: number) => Result,
  flags = constants.O_RDONLY,
): Result {
  const file = openSync(path, flags);
  try {
    return work(file);
  } finally {
    closeSync(file);
  }
}

/** The first line of an open file; undefined where it has not ended. */
export function readFirstLine(file: number): string | undefined {
  for (let most = 65_536; ; most *= 2) {
    const start = readStart(file, most);
    const end = start.indexOf(0x0a);
    if (end !== -1) return start.toString("utf8", 0, end);
    if (start.length < most) return undefined;
  }
}

/** The first bytes of an open file, at most so many. */
export function readStart(file: number, most: number): Buffer {
  const bytes = Buffer.alloc(most);
  let length = 0;
  while (length < most) {
    const count = readSync(file, bytes, length, most - length, length);
    if (count === 0) break;
    length += count;
  }
  return bytes.subarray(0, length);
}
