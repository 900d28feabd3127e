import { closeSync, openSync, readSync } from "node:fs";
import { statOf } from "../disk/stat.ts";

const HEAD = 512;

/** The first heading of a doc, if it stands near its beginning; empty where there is none. */
export function readTitle(path: string): string {
  if (!statOf(path)?.isFile()) return "";
  try {
    const file = openSync(path, "r");
    try {
      const bytes = Buffer.alloc(HEAD);
      return titleIn(bytes.subarray(0, readSync(file, bytes, 0, HEAD, 0)).toString("utf8"));
    } finally {
      closeSync(file);
    }
  } catch {
    return "";
  }
}

export function titleIn(text: string): string {
  return /^#[ \t]+(.+?)[ \t]*\r?$/m.exec(text)?.[1] ?? "";
}
