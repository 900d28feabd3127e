const MOST_STARS = 3;

/** Tests whether a folder is one of a workspace's members, which are folders or simple globs. */
export function createIsMember(members: readonly string[]): (folder: string) => boolean {
  const folders = new Set<string>();
  const globs: RegExp[] = [];
  for (const member of members) {
    const path = member.replace(/^\.\//, "").replace(/\/$/, "");
    const stars = path.match(/\*+/g)?.length ?? 0;
    if (stars === 0) folders.add(path);
    // A pattern with more stars would be slow, and no workspace has one.
    else if (stars <= MOST_STARS) globs.push(toRegExp(path));
  }
  return (folder) => {
    const path = folder.replace(/\/$/, "");
    return folders.has(path) || globs.some((glob) => glob.test(path));
  };
}

function toRegExp(glob: string): RegExp {
  const source = glob
    .replaceAll(/[^\w*/]/g, String.raw`\$&`)
    .replaceAll(/\*\*+/g, "\0")
    .replaceAll("*", "[^/]*")
    .replaceAll("\0", ".*");
  return new RegExp(`^${source}$`, "s");
}
