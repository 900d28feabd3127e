import { existsSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { foldersOf } from "../../bank/doc-paths.ts";
import type { ProjectLookup } from "../../check/check-input.ts";
import { isManifest } from "../../scan/choose-files.ts";
import { askGit } from "../disk/run-git.ts";
import { isBelow, toSlashes } from "../disk/paths.ts";
import type { BankPlace } from "../plan/check-plan.ts";
import { homeOf } from "./find-bank.ts";
import type { LinkedFiles } from "./linked-files.ts";
import { ignoredBelow } from "./read-ignored.ts";
import { listNames } from "./scan-files.ts";
import { unmergedDocs } from "./git-docs.ts";

/** How many paths git is asked about: a command line has limited room. */
const MOST_PATHS = 500;

/** Answers what a check asks about a project, each thing only when it is asked for. */
export function createProjectLookup({ root, bank }: BankPlace, links: LinkedFiles): ProjectLookup {
  const { home } = homeOf({ root, bank });
  /** The manifests of the project: a doc may name a path from the folder of one. */
  let manifests: readonly string[] | undefined;
  const isIgnored = ignoredBelow(root);

  return {
    exists(path) {
      const file = resolve(home, path);
      // A path outside the project counts as there, so that a check says the same on every machine.
      if (!isBelow(root, file)) return true;
      if (existsSync(file) || existsSync(resolve(root, path))) return true;
      if (isIgnored(toSlashes(relative(root, file)))) return true;
      manifests ??= listNames(home).filter(isManifest);
      return manifests.some((manifest) => existsSync(resolve(home, manifest, "..", path)));
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

/** The paths that are the end of a path in the repository: `src/a.ts` is the end of `web/src/a.ts`. */
function findElsewhere(folder: string, paths: readonly string[]): ReadonlySet<string> {
  const names = askGit(folder, ["ls-files", "--full-name", "-z", "--", ":/"]) ?? "";
  const files = `/${names.replaceAll("\0", "\0/")}`;
  return new Set(
    paths.filter((path) => {
      const plain = withoutSlash(path);
      return files.includes(`/${plain}\0`) || files.includes(`/${plain}/`);
    }),
  );
}

/** The paths, relative to this folder, that git's history has deleted. */
function findDeleted(folder: string, paths: readonly string[]): ReadonlySet<string> {
  const args = ["log", "--format=", "--name-only", "--diff-filter=D", "--no-renames", "--relative"];
  const asked = paths.slice(0, MOST_PATHS).map(withoutSlash);
  const git = () => askGit(folder, ["--literal-pathspecs", ...args, "-z", "--", ...asked]);
  // Without a path git would list everything that was ever deleted.
  const output = (asked.length > 0 && git()) || "";
  const deleted = new Set(output.split("\0").flatMap((path) => [path, ...foldersOf(path)]));
  return new Set(paths.filter((path) => deleted.has(withoutSlash(path))));
}

function withoutSlash(path: string): string {
  return path.replace(/\/+$/, "");
}
