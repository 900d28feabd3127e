import { realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, posix, relative, resolve, sep } from "node:path";
import type { Target } from "../../types.ts";
import { lstatOf, statOf } from "./read.ts";

export interface Places {
  /** Where the host was started: relative paths of its tools start here. */
  readonly directory: string;
  readonly root: string;
  readonly bank: string;
  readonly isCaseInsensitive: boolean;
  readonly others?: Others | undefined;
  /** The names of the conventions: some are files of the project, which the bank links. */
  readonly conventions?: (() => readonly string[]) | undefined;
}

/** The banks of the work tree beside the session's own, by their real paths. */
export interface Others {
  readonly list: () => readonly string[];
  readonly holding: (path: string) => string | undefined;
}

export interface Paths {
  readonly root: string;
  readonly bank: string;
  /** All banks of the work tree, by their real paths: the session's own first. */
  readonly banks: () => readonly string[];
  /** What the folders of these banks are called, in small letters. */
  readonly names: () => readonly string[];
  /** A path as a tool was given it → the file that the system would open. */
  readonly toTarget: (raw: string, base?: string) => Target;
  /** The same for an operation on the name itself: removing or replacing a link leaves its target alone. */
  readonly toEntry: (raw: string, base?: string) => Target;
  /** A doc's path in the form that `Target.doc` has. */
  readonly toDoc: (path: string) => string;
  /** A doc's path as the agent's tools take it. */
  readonly toAddress: (doc: string) => string;
  /** The bank that a doc is in, and its path in there. */
  readonly toHome: (doc: string) => { readonly folder: string; readonly doc: string };
}

const NO_OTHERS: Others = { list: () => [], holding: () => undefined };

/** No system opens a longer one. */
const LONGEST_PATH = 4096;

export function createPaths(places: Places): Paths {
  const { directory, bank, isCaseInsensitive, others = NO_OTHERS } = places;
  const realRoot = realPathOf(places.root);
  const realBank = realPathOf(bank);
  const fold = (path: string) => (isCaseInsensitive ? path.toLowerCase() : path);

  /** The path of `file` below `folder`; "" for the folder itself; undefined when it is elsewhere. */
  function below(folder: string, file: string): string | undefined {
    if (fold(file) === fold(folder)) return "";
    const prefix = folder.endsWith(sep) ? folder : folder + sep;
    return fold(file).startsWith(fold(prefix)) ? toSlashes(file.slice(prefix.length)) : undefined;
  }

  function describe(named: string, real: string): Target {
    const inBank = below(realBank, real) ?? inOther(real);
    const doc = inBank ?? below(bank, named);
    const inRoot = below(realRoot, real);
    const isOutside = inRoot === undefined;
    return {
      path: isOutside ? toSlashes(real) : inRoot || ".",
      alias: named === real ? undefined : below(places.root, named),
      place: inBank !== undefined ? "bank" : isOutside ? "outside" : "project",
      doc: doc === undefined ? undefined : fold(doc),
      linkedAs: isOutside || inBank !== undefined ? undefined : linkedAs(real),
      holdsBank:
        inBank === undefined && banks().some((folder) => below(real, folder) !== undefined),
    };
  }

  function linkedAs(real: string): string | undefined {
    const name = fold(toSlashes(relative(realBank, real)));
    return places.conventions?.().includes(name) === true ? name : undefined;
  }

  const banks = () => [realBank, ...others.list()];

  /** A doc of another bank is known by its path from this one. */
  function inOther(real: string): string | undefined {
    return others.holding(real) === undefined ? undefined : toSlashes(relative(realBank, real));
  }

  return {
    root: places.root,
    bank,
    banks,
    names: () => [...new Set([bank, ...banks()].map((folder) => basename(folder).toLowerCase()))],
    toTarget(raw, base = directory) {
      const named = resolve(base, raw);
      return describe(named, realPathOf(named));
    },
    toEntry(raw, base = directory) {
      const named = resolve(base, raw);
      return describe(named, join(realPathOf(dirname(named)), basename(named)));
    },
    toDoc: fold,
    toAddress: (doc) => toSlashes(relative(directory, join(bank, doc))) || ".",
    toHome(doc) {
      const file = join(realBank, doc);
      const folder = doc.startsWith("../") ? banks().find((each) => below(each, file)) : undefined;
      return folder === undefined
        ? { folder: bank, doc }
        : { folder, doc: below(folder, file) ?? doc };
    },
  };
}

/** The real path, also of a file that does not exist yet: what exists is resolved, the rest appended. */
export function realPathOf(path: string): string {
  if (path.length > LONGEST_PATH) return path;
  try {
    return realpathSync.native(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPathOf(parent), basename(path));
  }
}

export function toSlashes(path: string): string {
  return sep === "/" ? path : path.replaceAll(sep, "/");
}

/** Whether a file is in a folder, by their names, or is the folder itself. */
export function isBelow(folder: string, file: string): boolean {
  const path = relative(folder, file);
  return path !== ".." && !path.startsWith(`..${sep}`) && !isAbsolute(path);
}

/** Whether `folder` can be reached in other letter case, asked of the file system that holds it. */
export function isCaseInsensitive(folder: string): boolean {
  const name = basename(folder);
  const flipped = name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase();
  const here = statOf(folder);
  if (flipped === name || here === undefined)
    return process.platform === "darwin" || process.platform === "win32";
  const there = statOf(join(dirname(folder), flipped));
  return there?.ino === here.ino && there.dev === here.dev;
}

/** The topmost of a path and its folders below the root that is not there; undefined where the path is there. */
export function firstMissing(root: string, path: string): string | undefined {
  let missing: string | undefined;
  for (let each = path; each !== "." && !lstatOf(`${root}/${each}`); each = posix.dirname(each))
    missing = each;
  return missing;
}
