import { isUtf8 } from "node:buffer";
import { fstatSync, readFileSync } from "node:fs";
import type { Text } from "../../types.ts";
import { codeOf } from "./disk-error.ts";
import { withFile } from "./read.ts";

export type ReadDoc =
  /** Bytes that are not UTF-8 are replaced. */
  | { readonly kind: "text"; readonly text: string; readonly isUtf8: boolean }
  | { readonly kind: "unreadable"; readonly reason: Text };

/** No doc that somebody reads is longer. */
const LARGEST = 1024 * 1024;
export const NOT_REGULAR: Text = { en: "it is not a regular file", zh: "它不是普通文件" };
const TOO_LARGE: Text = { en: "it has more than 1 MB", zh: "它超过 1 MB" };
export const NOT_TEXT: Text = { en: "it is not UTF-8 text", zh: "它不是 UTF-8 文本" };

/** A doc of a bank, or a file that one links. Never throws. */
export function readDoc(path: string): ReadDoc {
  try {
    return withFile(path, readContent);
  } catch (error) {
    const code = codeOf(error) ?? String(error);
    return unreadable({ en: code, zh: code });
  }
}

export function readDocText(path: string): string | undefined {
  const doc = readDoc(path);
  return doc.kind === "text" ? doc.text : undefined;
}

function readContent(file: number): ReadDoc {
  const stats = fstatSync(file);
  if (!stats.isFile()) return unreadable(NOT_REGULAR);
  if (stats.size > LARGEST) return unreadable(TOO_LARGE);
  const bytes = readFileSync(file);
  if (bytes.includes(0)) return unreadable(NOT_TEXT);
  return { kind: "text", text: bytes.toString("utf8"), isUtf8: isUtf8(bytes) };
}

function unreadable(reason: Text): ReadDoc {
  return { kind: "unreadable", reason };
}
