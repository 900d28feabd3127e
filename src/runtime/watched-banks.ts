import { relative } from "node:path";
import { BANK_FOLDER } from "../bank/layout.ts";
import { homeOf } from "../io/bank/find-bank.ts";
import { type Paths, realPathOf, toSlashes } from "../io/disk/paths.ts";
import { stateFolderOf } from "../io/disk/state-folder.ts";
import { keepVersions } from "../io/kept/kept-versions.ts";
import type { WatchedBank } from "./bank-account.ts";
import type { Project } from "./project.ts";

/** The banks of the work tree, each with its own records. */
export function createWatchedBanks(paths: () => Paths, directory: string) {
  let known: { readonly own: string; readonly banks: Map<string, WatchedBank> } | undefined;

  /** By the bank that each doc is in: what is kept of another one is brought back from there. */
  const keep: Project["keep"] = (docs, reason) => {
    const homes = docs.map(({ doc }) => paths().toHome(doc));
    const folder = homes[0]?.folder ?? paths().bank;
    const own = docs.map((each, index) => ({ ...each, doc: homes[index]?.doc ?? each.doc }));
    const id = keepVersions(stateFolderOf(folder), own, reason, Date.now());
    if (folder === paths().bank) return id;
    const { home, name } = homeOf({ root: paths().root, bank: folder });
    const place = toSlashes(relative(directory, home)) || ".";
    return name === BANK_FOLDER
      ? `${id} --dir ${place}`
      : `${id} --bank ${toSlashes(relative(paths().root, folder))}`;
  };

  function toWatched(folder: string, own: string): WatchedBank {
    const prefix = folder === own ? "" : `${toSlashes(relative(own, folder))}/`;
    return {
      folder,
      prefix,
      toDoc: paths().toDoc,
      stateFolder: once(() => stateFolderOf(folder)),
      keep: (docs, words) => {
        const named = docs.map((each) => ({ ...each, doc: prefix + each.doc }));
        return keep(named, { rule: "guard-memory-files", words });
      },
    };
  }

  return {
    keep,
    /** The session's own first. */
    banks: (): WatchedBank[] => {
      // One that became a link since is watched in both places.
      const folders = [
        ...new Set(
          paths()
            .banks()
            .flatMap((each) => [each, realPathOf(each)]),
        ),
      ];
      const [own = ""] = folders;
      if (known?.own !== own) known = { own, banks: new Map() };
      const { banks } = known;
      return folders.map((folder) => {
        const watched = banks.get(folder) ?? toWatched(folder, own);
        banks.set(folder, watched);
        return watched;
      });
    },
  };
}

function once<Value>(find: () => Value): () => Value {
  let known: Value | undefined;
  return () => (known ??= find());
}
