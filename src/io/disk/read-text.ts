import { readFileSync } from "node:fs";
import { attempt } from "./attempt.ts";
import { statOf } from "./stat.ts";

/** No doc is longer; what is, is not read into memory on somebody's tool call. */
const LONGEST_TEXT = 4 * 1024 * 1024;

/** The text of a regular file of bearable size; undefined for anything else. */
export function readText(path: string): string | undefined {
  return readBytes(path)?.toString("utf8");
}

/** Undefined for what is no JSON, too. */
export function readJson(path: string): unknown {
  return attempt(() => JSON.parse(readText(path) ?? ""), undefined);
}

export function readBytes(path: string): Buffer | undefined {
  const stats = statOf(path);
  if (!stats?.isFile() || stats.size > LONGEST_TEXT) return undefined;
  return attempt(() => readFileSync(path), undefined);
}
