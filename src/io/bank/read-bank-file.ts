import { isUtf8 } from "node:buffer";
import { fstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { FileContent } from "../../check/check-input.ts";
import { DOC_EXTENSION } from "../../bank/layout.ts";
import { codeOf } from "../disk/disk-error.ts";
import { isBelow, realPathOf } from "../disk/paths.ts";
import { lstatOf, statOf } from "../disk/stat.ts";
import { AT_ONCE, withFile } from "../disk/with-file.ts";

/** No doc that somebody reads is longer. */
const LARGEST = 1024 * 1024;
const LINE_FEED = 10;
const NOT_REGULAR: FileContent = { kind: "unreadable", reason: "it is not a regular file" };

/** A regular file of the bank. Never throws. */
export function readBankFile(file: string): FileContent {
  if (!file.endsWith(DOC_EXTENSION)) return { kind: "unread" };
  try {
    return withFile(file, readContent, AT_ONCE);
  } catch (error) {
    return { kind: "unreadable", reason: codeOf(error) ?? String(error) };
  }
}

function readContent(file: number): FileContent {
  const stats = fstatSync(file);
  if (!stats.isFile()) return NOT_REGULAR;
  if (stats.size > LARGEST) return { kind: "too-large", bytes: stats.size };
  return toContent(readFileSync(file));
}

/** What is in the bank and neither a file nor a folder. Never throws. */
export function readBankLink(root: string, bank: string, path: string): FileContent {
  const file = join(bank, path);
  if (lstatOf(file)?.isSymbolicLink() !== true) return NOT_REGULAR;
  const real = realPathOf(file);
  if (!isBelow(realPathOf(root), real)) return { kind: "link", leads: "outside" };
  const stats = statOf(file);
  if (stats === undefined) return { kind: "link", leads: "nowhere" };
  // A doc of the bank has its own name, and is looked at by that.
  const isOther =
    stats.isFile() && !isBelow(realPathOf(bank), real) && path.endsWith(DOC_EXTENSION);
  return isOther ? readBankFile(real) : { kind: "link", leads: "inside" };
}

function toContent(bytes: Buffer): FileContent {
  const zero = bytes.indexOf(0);
  if (zero >= 0) {
    return { kind: "not-text", because: "zero-byte", line: lineOf(bytes, zero) };
  }
  if (isUtf8(bytes)) return { kind: "text", text: bytes.toString("utf8") };
  return { kind: "not-text", because: "encoding", line: firstBadLine(bytes) };
}

function firstBadLine(bytes: Buffer): number {
  for (let from = 0, line = 1; from <= bytes.length; line += 1) {
    const found = bytes.indexOf(LINE_FEED, from);
    const end = found < 0 ? bytes.length : found;
    if (!isUtf8(bytes.subarray(from, end))) return line;
    from = end + 1;
  }
  return 1;
}

function lineOf(bytes: Buffer, offset: number): number {
  let line = 1;
  for (let at = bytes.indexOf(LINE_FEED); at >= 0 && at < offset;) {
    line += 1;
    at = bytes.indexOf(LINE_FEED, at + 1);
  }
  return line;
}
