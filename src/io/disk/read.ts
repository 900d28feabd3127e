import {
  type Stats,
  closeSync,
  constants,
  lstatSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
} from "node:fs";

/** What the work gives, or `otherwise` where it throws: for what may be absent, unreachable or somebody else's. */
export function attempt<Result, Other>(work: () => Result, otherwise: Other): Result | Other {
  try {
    return work();
  } catch {
    return otherwise;
  }
}

const OR_NOTHING = { throwIfNoEntry: false } as const;

/** Absent and unreachable are the same here; who must know the difference asks for the file itself. */
export function statOf(path: string): Stats | undefined {
  return attempt(() => statSync(path, OR_NOTHING), undefined);
}

/** The same of the name itself: a link is not followed. */
export function lstatOf(path: string | Buffer): Stats | undefined {
  return attempt(() => lstatSync(path, OR_NOTHING), undefined);
}

/** Changes whenever the file does, or comes or goes. */
export function stampOf(stats: Stats | undefined): string {
  return stats === undefined
    ? "absent"
    : `${stats.ino}:${stats.size}:${stats.mtimeMs}:${stats.ctimeMs}`;
}

/** Two changes within one tick of the file system's clock have the same time. */
const TICK = 20;

/** Whether another change would give the file another stamp. */
export function isSettled({ ctimeMs }: Stats): boolean {
  return Date.now() - ctimeMs > TICK;
}

/** A file that has only just changed may change again without another stamp: it has none yet. */
export function stampAt(path: string): string {
  const stats = statOf(path);
  const isSame = stats === undefined || isSettled(stats);
  return isSame ? stampOf(stats) : `${performance.now()}`;
}

/** Opening a pipe would wait for somebody to write into it. */
const AT_ONCE = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
export const NO_LINK = AT_ONCE | (constants.O_NOFOLLOW ?? 0);

/** Holds a file open for reading as long as the work takes. */
export function withFile<Result>(
  path: string,
  work: (file: number) => Result,
  flags = AT_ONCE,
): Result {
  const file = openSync(path, flags);
  try {
    return work(file);
  } finally {
    closeSync(file);
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

/** No doc is longer; what is, is not read into memory on somebody's tool call. */
const LONGEST_TEXT = 4 * 1024 * 1024;

/** The bytes of a regular file of bearable size; undefined for anything else. */
export function readBytes(path: string, most = LONGEST_TEXT): Buffer | undefined {
  const stats = statOf(path);
  if (!stats?.isFile() || stats.size > most) return undefined;
  return attempt(() => readFileSync(path), undefined);
}

export function readText(path: string, most = LONGEST_TEXT): string | undefined {
  return readBytes(path, most)?.toString("utf8");
}

/** Undefined for what is no JSON, too. */
export function readJson(path: string, most = LONGEST_TEXT): unknown {
  return attempt(() => JSON.parse(readText(path, most) ?? ""), undefined);
}
