import { resolve } from "node:path";
import { statOf } from "../../io/disk/read.ts";
import { NO_CALL } from "../../policy/call.ts";
import type { EffectCheck, Target, ToolCall, Write } from "../../types.ts";
import { givenPaths } from "./given-paths.ts";
import { textField } from "./payload.ts";
import type { Surroundings } from "./surroundings.ts";
import { saysItChanges } from "./tool-words.ts";

/**
 * A call of a tool of another plugin or of an MCP server that is not known to be read-only. All that is known of
 * such a tool is its name and its arguments, so the bank is compared afterwards.
 */
export function toOtherCall(tool: string, args: unknown, around: Surroundings): ToolCall {
  const runsGit = /git/i.test(tool);
  const effectCheck: EffectCheck = { words: tool, cause: "own-words", runsGit };
  return { ...NO_CALL, writes: toGivenFiles(tool, args, around), effectCheck };
}

/** A server called `search` makes none of its tools a search. */
export function withoutServer(tool: string, servers: readonly string[]): string {
  const server = servers.find((each) => tool.startsWith(`${each}_`));
  return server === undefined ? tool : tool.slice(server.length + 1);
}

/**
 * The files that a tool was given and may change: those in a bank, which are refused, and other existing
 * files if the tool's name says that it changes something.
 */
export function toGivenFiles(
  tool: string,
  args: unknown,
  { paths, directory, root, servers }: Surroundings,
): Write[] {
  if (isOfRemoteRepository(args)) return [];
  const { toTarget } = paths();
  const bases = [...new Set([directory, root])];
  const changes = saysItChanges(withoutServer(tool, servers()));
  const isChanged = ({ path }: Target) => changes && statOf(resolve(root, path))?.isFile() === true;
  return givenPaths(args).flatMap((path): Write[] => {
    const targets = bases.map((base) => toTarget(path, base));
    const target = targets.find(({ doc }) => doc !== undefined) ?? targets.find(isChanged);
    return target === undefined ? [] : [{ target, effect: "may-change", by: tool }];
  });
}

/** The paths of a call with `owner` and `repo` are those of a repository on a server. */
function isOfRemoteRepository(args: unknown): boolean {
  return textField(args, "owner") !== undefined && textField(args, "repo") !== undefined;
}
