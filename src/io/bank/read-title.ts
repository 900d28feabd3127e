import { attempt, readStart, statOf, withFile } from "../disk/read.ts";

const HEAD = 512;

/** The first heading of a doc, if it stands near its beginning; empty where there is none. */
export function readTitle(path: string): string {
  if (!statOf(path)?.isFile()) return "";
  const read = () => withFile(path, (file) => readStart(file, HEAD).toString("utf8"));
  return titleIn(attempt(read, ""));
}

export function titleIn(text: string): string {
  return /^#[ \t]+(.+?)[ \t]*\r?$/m.exec(text)?.[1] ?? "";
}
