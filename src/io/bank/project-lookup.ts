import { dirname, join, posix, relative, resolve } from "node:path";
import type { ProjectLookup } from "../../check/check-input.ts";
import { isManifest } from "../../scan/choose-files.ts";
import type { BankPlace } from "../plan/check-plan.ts";
import { homeOf } from "./find-bank.ts";
import { findDeleted, findElsewhere } from "./git-past.ts";
import { listNames } from "../disk/list-names.ts";
import { isBelow, toSlashes } from "../disk/paths.ts";
import type { createLinkedFiles } from "./linked-files.ts";
import { readMerge } from "./read-merge.ts";
import { readIgnored } from "./read-ignored.ts";
import { statOf } from "../disk/read.ts";

type LinkedFiles = ReturnType<typeof createLinkedFiles>;

/** Of what may be in a folder: `data/*` ignores it, and not the folder. */
const ANY_NAME = "any";

/** Looks a project up for a check, each thing once and only when it is asked for. */
export function createProjectLookup(
  place: BankPlace,
  { asksGit, links }: { readonly asksGit: boolean; readonly links: LinkedFiles },
): ProjectLookup {
  const { root } = place;
  const base = homeOf(place).home;
  const bases = [...new Set([base, root])];
  const isIgnored = createIgnored(root);
  const names = once(() =>
    listNames(base, (path) => isIgnored(join(base, path)) && !isManifest(path)),
  );
  const parts = once(() => [
    ...new Set(
      names()
        .filter(isManifest)
        .map((path) => posix.dirname(path)),
    ),
  ]);

  function lookFor(path: string): boolean {
    const file = resolve(base, path);
    // What is outside the project, nobody else has: a check on another machine must say the same.
    if (!isBelow(root, file)) return true;
    const places = [file, ...bases.map((folder) => resolve(folder, path))];
    return (
      places.some(isThere) ||
      isIgnored(file) ||
      parts().some((part) => isThere(resolve(base, part, path)))
    );
  }

  const known = new Map<string, boolean>();
  return {
    exists: (path) => {
      const found = known.get(path) ?? lookFor(path);
      known.set(path, found);
      return found;
    },
    once: (paths) => (asksGit ? findDeleted(base, paths) : new Set()),
    elsewhere: (paths) => (asksGit ? findElsewhere(base, paths) : new Set()),
    problemOf: (folder, link, mayBeFolder) => {
      const home = join(place.bank, folder);
      const found = mayBeFolder ? links.followAll(home, link) : [links.follow(home, link)];
      if (found.some(({ kind }) => kind === "file")) return undefined;
      return found.flatMap((file) => (file.kind === "refused" ? file.because : []))[0] ?? "folder";
    },
    merge: () => readMerge(place.bank),
  };
}

/** Whether git ignores a file below the root, or all that would be in it, by the rules of each folder above it. */
function createIgnored(root: string): (file: string) => boolean {
  const rules = new Map<string, (path: string) => boolean>();
  const rulesOf = (folder: string) => {
    const known = rules.get(folder) ?? readIgnored(folder);
    rules.set(folder, known);
    return known;
  };
  return (file) => {
    for (let folder = dirname(file); isBelow(root, folder); folder = dirname(folder)) {
      const path = toSlashes(relative(folder, file));
      const ignores = rulesOf(folder);
      if ([path, `${path}/`, `${path}/${ANY_NAME}`].some((each) => ignores(each))) return true;
      if (folder === root) return false;
    }
    return false;
  };
}

function isThere(file: string): boolean {
  return statOf(file) !== undefined;
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
