import { homedir } from "node:os";

const PATH_KEY = /path|file|uri|dir|folder|source|src|dest|dst|target|output|location/i;
const DEEPEST = 5;
/** Each path is looked up on disk. What is past this is left to the comparison afterwards. */
const MOST_PATHS = 500;
const MAY_BE_PATH = /^[^\n\r\0]{1,4096}$/;

/** The paths among a tool's arguments: texts, and lists of texts, under a key such as `path` or `target_file`. */
export function givenPaths(args: unknown): readonly string[] {
  const found = new Set<string>();
  const collect = (value: unknown, isPath: boolean, depth: number): void => {
    if (found.size >= MOST_PATHS || depth > DEEPEST) return;
    if (typeof value === "string") {
      if (isPath && MAY_BE_PATH.test(value)) found.add(toPlainPath(value));
    } else if (Array.isArray(value)) {
      for (const item of value) collect(item, isPath, depth + 1);
    } else if (typeof value === "object" && value !== null) {
      for (const [key, item] of Object.entries(value)) collect(item, PATH_KEY.test(key), depth + 1);
    }
  };
  collect(args, false, 0);
  return [...found];
}

function toPlainPath(given: string): string {
  return given.replace(/^file:\/\/(?:localhost(?=\/))?/, "").replace(/^~(?=\/|$)/, homedir());
}
