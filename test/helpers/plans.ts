import { createHash } from "node:crypto";
import { lstatSync, readFileSync, readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { readBankState } from "../../src/io/bank/bank-state.ts";
import type { Operation, Plan } from "../../src/types.ts";

export function hash(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

/** The bank of a project, and a state folder outside of it. */
export function placeIn(root: string) {
  return { root, bank: join(root, "memory-bank") };
}

/** A plan for the bank as it is now. */
export function aPlan(bank: string, operations: readonly Operation[]): Plan {
  const { state } = readBankState(bank);
  return { id: "plan-1", bank: "memory-bank", flow: "migrate", state, operations, notes: [] };
}

/** The same of operations that look up the bytes that must be there. */
export function planOn(
  bank: string,
  make: (on: ReturnType<typeof operationsOn>) => readonly Operation[],
): Plan {
  return aPlan(bank, make(operationsOn(bank)));
}

export const create = (path: string, text: string): Operation => ({
  kind: "create",
  path,
  text,
  reason: "",
});

/** These look up the bytes that must be there. */
export function operationsOn(bank: string) {
  const before = (path: string) => hash(readFileSync(join(bank, path)));
  return {
    create,
    edit: (path: string, text: string): Operation => ({
      kind: "edit",
      path,
      before: before(path),
      text,
      reason: "",
    }),
    move: (path: string, to: string, text?: string): Operation => ({
      kind: "move",
      path,
      to,
      before: before(path),
      text,
      reason: "",
    }),
    remove: (path: string): Operation => ({
      kind: "remove",
      path,
      before: before(path),
      reason: "",
    }),
  };
}

/** Everything below a folder, git's own files aside: kind, permissions and every byte. */
export function treeOf(folder: string): Record<string, string> {
  const tree: Record<string, string> = {};
  const walk = (prefix: string) => {
    for (const name of readdirSync(join(folder, prefix)).toSorted()) {
      const path = prefix + name;
      if (path === ".git") continue;
      const stats = lstatSync(join(folder, path));
      const mode = (stats.mode & 0o7777).toString(8);
      if (stats.isSymbolicLink()) tree[path] = `link ${readlinkSync(join(folder, path))}`;
      else if (stats.isDirectory()) {
        tree[`${path}/`] = mode;
        walk(`${path}/`);
      } else tree[path] = `${mode} ${readFileSync(join(folder, path)).toString("latin1")}`;
    }
  };
  walk("");
  return tree;
}
