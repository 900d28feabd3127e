import { join, posix, relative, resolve } from "node:path";
import { foldersOf } from "../../bank/doc-paths.ts";
import type { ProjectLookup } from "../../check/check-input.ts";
import { isManifest } from "../../scan/choose-files.ts";
import { REAL_DISK } from "../disk/disk.ts";
import { listNames } from "../disk/list-names.ts";
import { isBelow, toSlashes } from "../disk/paths.ts";
import { attempt, statOf } from "../disk/read.ts";
import type { BankPlace } from "../plan/check-plan.ts";
import { homeOf } from "./find-bank.ts";
import type { LinkedFiles } from "./linked-files.ts";
import { isIgnored, readIgnored } from "./read-ignored.ts";
import { unmergedDocs } from "./unmerged-docs.ts";

/** What a command line bears: so many paths git is asked about. */
const MOST_PATHS = 500;

/** Looks a project up for a check, each thing only when it is asked for. */
export function createProjectLookup({ root, bank }: BankPlace, links: LinkedFiles): ProjectLookup {
  const { home } = homeOf({ root, bank });
  let parts: ReadonlySet<string> | undefined;
  const isIgnoredFile = (file: string) => isIgnored(root, toSlashes(relative(root, file)));

  /** The folders of the project that have a manifest: a doc may name a path from there. */
  function findParts(): ReadonlySet<string> {
    const ignores = readIgnored(home);
    const names = listNames(home, (path) => ignores(path) && !isManifest(path));
    return new Set(names.filter(isManifest).map((path) => posix.dirname(path)));
  }

  return {
    exists(path) {
      const file = resolve(home, path);
      // What is outside the project, nobody else has: a check on another machine must say the same.
      if (!isBelow(root, file)) return true;
      if (isThere(file) || isThere(resolve(root, path)) || isIgnoredFile(file)) return true;
      parts ??= findParts();
      return [...parts].some((part) => isThere(resolve(home, part, path)));
    },
    once: (paths) => findDeleted(home, paths),
    elsewhere: (paths) => findElsewhere(home, paths),
    problemOf(folder, link, mayBeFolder) {
      const place = join(bank, folder);
      const found = mayBeFolder ? links.followAll(place, link) : [links.follow(place, link)];
      if (found.some(({ kind }) => kind === "file")) return undefined;
      return found.flatMap((file) => (file.kind === "refused" ? file.because : []))[0] ?? "folder";
    },
    unmerged: () => unmergedDocs(bank),
  };
}

function isThere(file: string): boolean {
  return statOf(file) !== undefined;
}

/** What git prints, if it can. Nothing where there is no git, or nothing to ask. */
function ask(folder: string, paths: readonly string[], args: readonly string[]): string {
  return paths.length === 0 ? "" : attempt(() => REAL_DISK.git(folder, args, ""), "");
}

/** Those of the paths that a file of the repository ends with, or a folder of it does; `src/a.ts` is in `web/src/a.ts`. */
function findElsewhere(folder: string, paths: readonly string[]): ReadonlySet<string> {
  const names = ask(folder, paths, ["ls-files", "--full-name", "-z", "--", ":/"]);
  const files = `/${names.replaceAll("\0", "\0/")}`;
  return new Set(
    paths.filter((path) => {
      const plain = withoutSlash(path);
      return files.includes(`/${plain}\0`) || files.includes(`/${plain}/`);
    }),
  );
}

/** Those of the paths, from this folder, that git's history has deleted. */
function findDeleted(folder: string, paths: readonly string[]): ReadonlySet<string> {
  const args = ["log", "--format=", "--name-only", "--diff-filter=D", "--no-renames", "--relative"];
  const asked = paths.slice(0, MOST_PATHS).map(withoutSlash);
  const output = ask(folder, paths, ["--literal-pathspecs", ...args, "-z", "--", ...asked]);
  const deleted = new Set(output.split("\0").flatMap((path) => [path, ...foldersOf(path)]));
  return new Set(paths.filter((path) => deleted.has(withoutSlash(path))));
}

function withoutSlash(path: string): string {
  return path.replace(/\/+$/, "");
}
