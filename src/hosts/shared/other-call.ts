import { homedir } from "node:os";
import { NO_CALL } from "../../policy/call.ts";
import type { EffectCheck, ToolCall, Write } from "../../types.ts";
import { textField, textsBelow } from "./payload.ts";
import type { Surroundings } from "./surroundings.ts";

/** A name with a word of the first list and none of the second is that of a tool that only reads. */
const READING = new Set(
  "read get list search find fetch show view query describe grep glob tree diff status log".split(
    " ",
  ),
);
const ACTING = new Set(
  "write edit create delete remove move rename update set apply save replace insert append patch copy bash shell terminal run exec execute start".split(
    " ",
  ),
);

/** If a tool is wrongly taken for one that may write, the bank is compared for nothing. */
export function isReadOnly(tool: string): boolean {
  // What stands before the tool's own name is a server's: `mcp__search__replace`.
  const words = tool
    .slice(tool.lastIndexOf("__") + 1)
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return words.some((word) => READING.has(word)) && !words.some((word) => ACTING.has(word));
}

/**
 * A call of a tool of another plugin or of an MCP server that is not known to be read-only. All that is known of
 * such a tool is its name and its arguments: paths among these that lie in a bank are refused, and the bank is
 * compared afterwards.
 */
export function toOtherCall(tool: string, args: unknown, around: Surroundings): ToolCall {
  const effectCheck: EffectCheck = { words: tool, cause: "own-words", runsGit: /git/i.test(tool) };
  return { ...NO_CALL, writes: toGivenFiles(tool, args, around), effectCheck };
}

function toGivenFiles(tool: string, args: unknown, { paths, directory, root }: Surroundings) {
  // The paths of a call with `owner` and `repo` are those of a repository on a server.
  if (textField(args, "owner") !== undefined && textField(args, "repo") !== undefined) return [];
  const { toTarget } = paths();
  const bases = [...new Set([directory, root])];
  return givenPaths(args).flatMap((path): Write[] => {
    const target = bases.map((base) => toTarget(path, base)).find(({ doc }) => doc !== undefined);
    return target === undefined ? [] : [{ target, effect: "may-change", by: tool }];
  });
}

const PATH_KEY = /path|file|uri|dir|folder|source|src|dest|dst|target|output|location/i;
/** Each path is looked up on disk. What is past this is left to the comparison afterwards. */
const MOST_PATHS = 500;
const MAY_BE_PATH = /^[^\n\r\0]{1,4096}$/;

/** The paths among a tool's arguments: texts under a key such as `path` or `target_file`. */
function givenPaths(args: unknown): readonly string[] {
  const paths = textsBelow(args).flatMap(({ key, text }) =>
    PATH_KEY.test(key) && MAY_BE_PATH.test(text) ? [toPlainPath(text)] : [],
  );
  return [...new Set(paths)].slice(0, MOST_PATHS);
}

function toPlainPath(given: string): string {
  return given.replace(/^file:\/\/(?:localhost(?=\/))?/, "").replace(/^~(?=\/|$)/, homedir());
}
