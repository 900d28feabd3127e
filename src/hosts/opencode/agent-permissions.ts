import { dirname, relative, sep } from "node:path";
import { secretReadPermissions } from "../../secrets/is-secret-path.ts";

export type Action = "allow" | "deny";
export interface ReaderPermission {
  readonly "*": Action;
  readonly glob: Action;
  readonly list: Action;
  readonly read: Readonly<Record<string, Action>>;
}

/**
 * Read-only, and only files of the project, without what holds secrets. Searching by content is left out: it would
 * show lines of files that may not be read. Later patterns win.
 */
export function readerPermission(root: string, worktree: string): ReaderPermission {
  return {
    "*": "deny",
    glob: "allow",
    list: "allow",
    read: {
      "*": "deny",
      [`${prefixOf(root, worktree)}*`]: "allow",
      ...secretReadPermissions(),
      "../*": "deny",
    },
  };
}

/** The same, and the docs of the bank to write. */
export function writerPermission(
  bank: string,
  root: string,
  worktree: string,
): ReaderPermission & { readonly edit: Readonly<Record<string, Action>> } {
  const docs = `${relative(worktree, bank).split(sep).join("/")}/*.md`;
  return {
    ...readerPermission(root, worktree),
    edit: { "*": "deny", [docs]: "allow" },
  };
}

/** The host counts paths from the work tree, which is the whole disk where there is no git. */
function prefixOf(root: string, worktree: string): string {
  return worktree === dirname(worktree) ? `${relative(worktree, root).split(sep).join("/")}/` : "";
}
