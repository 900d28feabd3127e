import { foldersOf } from "../../bank/doc-paths.ts";
import { attempt } from "../disk/read.ts";
import { REAL_DISK } from "../disk/disk.ts";

/** What a command line bears; more missing paths than this are told from none. */
const MOST_PATHS = 500;

/** Those of the paths that a file of the repository ends with, or a folder of it does; `src/a.ts` is in `web/src/a.ts`. */
export function findElsewhere(folder: string, paths: readonly string[]): ReadonlySet<string> {
  const asked = paths.slice(0, MOST_PATHS).map((path) => path.replace(/\/+$/, ""));
  if (asked.length === 0) return new Set();
  const patterns = asked
    .map((path) => `:(top,glob)**/${path.replaceAll(/[*?[\\]/g, "\\$&")}`)
    .flatMap((pattern) => [pattern, `${pattern}/**`]);
  const args = ["ls-files", "--full-name", "-z", "--", ...patterns];
  const files = `/${attempt(() => REAL_DISK.git(folder, args, ""), "").replaceAll("\0", "\0/")}`;
  return new Set(
    paths.filter((path) => {
      const plain = path.replace(/\/+$/, "");
      return files.includes(`/${plain}\0`) || files.includes(`/${plain}/`);
    }),
  );
}

/** Those of the paths, from this folder, that git's history has deleted. Without git, none. */
export function findDeleted(folder: string, paths: readonly string[]): ReadonlySet<string> {
  const asked = paths.slice(0, MOST_PATHS).map((path) => path.replace(/\/+$/, ""));
  if (asked.length === 0) return new Set();
  const args = ["log", "--format=", "--name-only", "--diff-filter=D", "--no-renames", "--relative"];
  const command = ["--literal-pathspecs", ...args, "-z", "--", ...asked];
  const output = attempt(() => REAL_DISK.git(folder, command, ""), "");
  const deleted = new Set(output.split("\0").flatMap((path) => [path, ...foldersOf(path)]));
  return new Set(paths.filter((path) => deleted.has(path.replace(/\/+$/, ""))));
}
