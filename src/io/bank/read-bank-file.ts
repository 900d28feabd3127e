import { isUtf8 } from "node:buffer";
import { fstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { FileContent } from "../../check/check-input.ts";
import { DOC_EXTENSION } from "../../bank/layout.ts";
import type { Text } from "../../types.ts";
import { codeOf } from "../disk/disk-error.ts";
import { isBelow, realPathOf } from "../disk/paths.ts";
import { lstatOf, statOf, withFile } from "../disk/read.ts";

/** No doc that somebody reads is longer. */
const LARGEST = 1024 * 1024;
const NOT_REGULAR: Text = { en: "it is not a regular file", zh: "它不是普通文件" };
const TOO_LARGE: Text = { en: "it has more than 1 MB", zh: "它超过 1 MB" };
const NOT_TEXT: Text = { en: "it is not UTF-8 text", zh: "它不是 UTF-8 文本" };
const LEADS_OUT: Text = { en: "it is a link out of the project", zh: "它是指向项目之外的链接" };
const LEADS_NOWHERE: Text = { en: "it is a link that leads nowhere", zh: "它是没有目标的链接" };

/** A regular file of the bank. Never throws. */
export function readBankFile(file: string): FileContent {
  if (!file.endsWith(DOC_EXTENSION)) return { kind: "unread" };
  try {
    return withFile(file, readContent);
  } catch (error) {
    const code = codeOf(error) ?? String(error);
    return unreadable({ en: code, zh: code });
  }
}

function readContent(file: number): FileContent {
  const stats = fstatSync(file);
  if (!stats.isFile()) return unreadable(NOT_REGULAR);
  if (stats.size > LARGEST) return unreadable(TOO_LARGE);
  const bytes = readFileSync(file);
  if (bytes.includes(0) || !isUtf8(bytes)) return unreadable(NOT_TEXT);
  return { kind: "text", text: bytes.toString("utf8") };
}

/** What is in the bank and neither a file nor a folder. Never throws. */
export function readBankLink(root: string, bank: string, path: string): FileContent {
  const file = join(bank, path);
  if (lstatOf(file)?.isSymbolicLink() !== true) return unreadable(NOT_REGULAR);
  const real = realPathOf(file);
  if (!isBelow(realPathOf(root), real)) return unreadable(LEADS_OUT);
  const stats = statOf(file);
  if (stats === undefined) return unreadable(LEADS_NOWHERE);
  // A doc of the bank has its own name, and is looked at by that.
  const isOther =
    stats.isFile() && !isBelow(realPathOf(bank), real) && path.endsWith(DOC_EXTENSION);
  return isOther ? readBankFile(real) : { kind: "link" };
}

function unreadable(reason: Text): FileContent {
  return { kind: "unreadable", reason };
}
