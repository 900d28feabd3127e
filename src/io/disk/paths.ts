import { realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import type { Target } from "../../types.ts";

export interface Places {
  /** Where the host was started: relative paths of its tools start here. */
  readonly directory: string;
  readonly root: string;
  readonly bank: string;
  /** As on this system, unless given. */
  readonly isCaseInsensitive?: boolean;
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
  /** The names of these banks' folders, in lower case. */
  readonly names: () => readonly string[];
  /** A path as a tool was given it → the file that the system would open. */
  readonly toTarget: (raw: string, base?: string) => Target;
  /** The path itself, for a call that removes or replaces a link and leaves its target alone. */
  readonly toEntry: (raw: string, base?: string) => Target;
  /** A doc's path in the form that `Target.doc` has. */
  readonly toDoc: (path: string) => string;
  /** A doc's path as the agent's tools take it. */
  readonly toAddress: (doc: string) => string;
  /** The bank that a doc is in, and its path in there. */
  readonly toHome: (doc: string) => { readonly folder: string; readonly doc: string };
}

const NO_OTHERS: Others = { list: () => [], holding: () => undefined };

const IGNORES_CASE = process.platform === "darwin" || process.platform === "win32";

/** No system opens a longer path. */
const LONGEST_PATH = 4096;

export function createPaths(places: Places): Paths {
  const { directory, bank, isCaseInsensitive = IGNORES_CASE, others = NO_OTHERS } = places;
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

  /** The name of a doc in another bank: its path from this bank. */
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

/** The real path. Of a path that does not exist, the part that exists is resolved and the rest appended. */
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

/** Whether a file is in a folder, or is the folder itself, judged by their names. */
export function isBelow(folder: string, file: string): boolean {
  const path = relative(folder, file);
  return path !== ".." && !path.startsWith(`..${sep}`) && !isAbsolute(path);
}
