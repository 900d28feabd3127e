import type { Paths } from "../../io/disk/paths.ts";

/** Each is asked of the system, from several folders. */
const MOST = 200;

/** Of a long list those that are asked about: what has the name of a bank or of our records in it comes first. */
export function likeliestPaths<Any>(
  all: readonly Any[],
  toPath: (one: Any) => string,
  { root, names, guarded }: Paths,
): readonly Any[] {
  if (all.length <= MOST) return all;
  const parts = [...names(), ...guarded.map((folder) => folder.toLowerCase())];
  const likely: Any[] = [];
  const others: Any[] = [];
  for (const one of all) {
    const given = toPath(one);
    // The project's own folder may have such a name.
    const path = (given.startsWith(root) ? given.slice(root.length) : given).toLowerCase();
    const isLikely = parts.some((part) => path.includes(part));
    if (isLikely || others.length < MOST) (isLikely ? likely : others).push(one);
    if (likely.length === MOST) break;
  }
  return [...likely, ...others].slice(0, MOST);
}
