import { isUtf8 } from "node:buffer";
import {
  type Stats,
  closeSync,
  lstatSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
} from "node:fs";
import { join, posix } from "node:path";
import type { Text } from "../../types.ts";
import { isBelow, realPathOf } from "./paths.ts";

/** Returns what the work returns, or `otherwise` if it throws: for files that may be absent or unreadable. */
export function attempt<Result, Other>(work: () => Result, otherwise: Other): Result | Other {
  try {
    return work();
  } catch {
    return otherwise;
  }
}

const OR_NOTHING = { throwIfNoEntry: false } as const;

/** Undefined if the path is absent or unreachable. A caller that must know the difference opens the file itself. */
export function statOf(path: string): Stats | undefined {
  const stats = attempt(() => statSync(path, OR_NOTHING), undefined);
  seen?.stat.set(path, settled(stats));
  return stats;
}

/** The stats of the name itself: a link is not followed. */
export function lstatOf(path: string): Stats | undefined {
  const stats = attempt(() => lstatSync(path, OR_NOTHING), undefined);
  seen?.lstat.set(path, settled(stats));
  return stats;
}

/** Stats that tell whether something changed since: undefined where nothing was, null where they cannot tell. */
type SeenStats = Stats | undefined | null;

/** What the `make` of a running `remember` has looked at. */
let seen: Record<"stat" | "lstat", Map<string, SeenStats>> | undefined;

/**
 * Keeps what `make` returns, and calls it again only if something has changed that it looked at with `statOf`, `lstatOf`
 * or a reader that uses them. Until then each of these paths costs one `stat`.
 */
export function remember<Result>(make: () => Result): () => Result {
  let made: { readonly result: Result; readonly isStill: () => boolean } | undefined;
  return () => {
    if (made?.isStill()) return made.result;
    const outer = seen;
    const { stat, lstat } = (seen = { stat: new Map(), lstat: new Map() });
    const isStill = () =>
      [...stat].every(([path, before]) => isSame(before, statOf(path))) &&
      [...lstat].every(([path, before]) => isSame(before, lstatOf(path)));
    try {
      made = { result: make(), isStill };
    } finally {
      seen = outer;
    }
    return made.result;
  };
}

/** Compares numbers: making a stamp of each takes many times as long. */
export function isSame(before: SeenStats, now: Stats | undefined): boolean {
  if (!before || !now) return before === now;
  return (
    before.mtimeMs === now.mtimeMs &&
    before.ctimeMs === now.ctimeMs &&
    before.size === now.size &&
    before.ino === now.ino
  );
}

/** The topmost part of a path below the root that does not exist; undefined if the whole path exists. */
export function firstMissing(root: string, path: string): string | undefined {
  let missing: string | undefined;
  for (let each = path; each !== "." && !lstatOf(`${root}/${each}`); each = posix.dirname(each))
    missing = each;
  return missing;
}

/** A text that changes whenever the file changes, appears or goes. */
export function stampOf(stats: Stats | undefined): string {
  return stats === undefined
    ? "absent"
    : `${stats.ino}:${stats.size}:${stats.mtimeMs}:${stats.ctimeMs}`;
}

/** Two changes within one tick of the file system's clock get the same time. */
const TICK = 20;

/** Null for a file that changed just now: it may change again with the same times. */
export function settled(stats: Stats | undefined): SeenStats {
  return stats === undefined || Date.now() - stats.ctimeMs > TICK ? stats : null;
}

/** Holds a file or a folder open for reading as long as the work takes. */
export function withFile<Result>(path: string, work: (file: number) => Result): Result {
  const file = openSync(path, "r");
  try {
    return work(file);
  } finally {
    closeSync(file);
  }
}

/** The first bytes of a file, at most `most`. */
export function readStart(path: string, most: number): Buffer {
  const bytes = Buffer.alloc(most);
  return withFile(path, (file) => bytes.subarray(0, readSync(file, bytes, 0, most, 0)));
}

/** A doc is never longer; a longer file is not read into memory during a tool call. */
const LONGEST_TEXT = 4 * 1024 * 1024;

/** The bytes of a regular file of at most `most` bytes; undefined for anything else. */
export function readBytes(path: string, most = LONGEST_TEXT): Buffer | undefined {
  const stats = statOf(path);
  if (!stats?.isFile() || stats.size > most) return undefined;
  return attempt(() => readFileSync(path), undefined);
}

/** The text of a file; undefined for a file that is not text. Bytes that are not UTF-8 are replaced. */
export function readText(path: string, most = LONGEST_TEXT): string | undefined {
  const bytes = readBytes(path, most);
  return bytes?.includes(0) ? undefined : bytes?.toString("utf8");
}

/** The parsed JSON of a file; undefined for a file that is not JSON. */
export function readJson(path: string, most = LONGEST_TEXT): unknown {
  return attempt(() => JSON.parse(readText(path, most) ?? ""), undefined);
}

export type ReadDoc =
  /** Bytes that are not UTF-8 are replaced. */
  | { readonly kind: "text"; readonly text: string; readonly isUtf8: boolean }
  | { readonly kind: "unreadable"; readonly reason: Text };

/** A doc for readers is never longer. */
const LARGEST = 1024 * 1024;
const NOT_REGULAR: Text = { en: "it is not a regular file", zh: "它不是普通文件" };
const CLOSED: Text = { en: "the system refuses it", zh: "系统拒绝读取" };
const TOO_LARGE: Text = { en: "it has more than 1 MB", zh: "它超过 1 MB" };
export const NOT_TEXT: Text = { en: "it is not UTF-8 text", zh: "它不是 UTF-8 文本" };

/** A doc of a bank, or a file that one links. Never throws. */
export function readDoc(path: string): ReadDoc {
  const stats = statOf(path);
  if (!stats?.isFile()) return unreadable(NOT_REGULAR);
  if (stats.size > LARGEST) return unreadable(TOO_LARGE);
  const bytes = readBytes(path);
  if (bytes === undefined) return unreadable(CLOSED);
  if (bytes.includes(0)) return unreadable(NOT_TEXT);
  return { kind: "text", text: bytes.toString("utf8"), isUtf8: isUtf8(bytes) };
}

function unreadable(reason: Text): ReadDoc {
  return { kind: "unreadable", reason };
}

export interface Head {
  readonly text: string;
  /** Whether the file goes on. */
  readonly isCut: boolean;
}

/** The beginning of a text file, in whole lines where possible; undefined for a file that is not text. */
export function readHead(path: string, most: number): Head | undefined {
  const stats = statOf(path);
  const bytes = stats?.isFile() ? attempt(() => readStart(path, most), undefined) : undefined;
  if (bytes === undefined) return undefined;
  // PowerShell writes UTF-16 when it redirects: `pip freeze > requirements.txt`.
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  const text = new TextDecoder(isUtf16 ? "utf-16le" : "utf-8").decode(bytes);
  if (text.includes("\0")) return undefined;
  const isCut = bytes.length === most;
  return { text: isCut ? text.slice(0, text.lastIndexOf("\n") + 1) || text : text, isCut };
}

/** The beginning of a project's file; a link is followed only inside the project. */
export function readProjectHead(root: string, path: string, most: number): Head | undefined {
  const real = realPathOf(join(root, path));
  return isBelow(realPathOf(root), real) ? readHead(real, most) : undefined;
}
