import { toMatcher } from "../patterns/automaton.ts";
import { parsePathGlob } from "../patterns/path-glob.ts";

/** Tests whether a folder is one of a workspace's members, which are folders or globs. */
export function createIsMember(members: readonly string[]): (folder: string) => boolean {
  const matchers = members.map((member) => toMatcher(parsePathGlob(member.replace(/\/$/, ""))));
  return (folder) => {
    const path = folder.replace(/\/$/, "");
    return matchers.some((matcher) => matcher?.matches(path) === true);
  };
}
