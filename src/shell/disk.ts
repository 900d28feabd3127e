import { posix } from "node:path";
import type { Scope } from "./scope.ts";
import { isKnown } from "./value.ts";

/** What this command line has made so far, each with the folders on its way. */
function madeBelow(path: string, { effects, spend }: Scope): readonly string[] {
  const { writes } = effects;
  if (writes.length === 0) return [];
  spend(writes.length / 10);
  const folder = path === "/" ? "/" : `${posix.normalize(path).replace(/\/$/, "")}/`;
  return writes.flatMap((write) =>
    MAKES.has(write.effect) && isKnown(write.path) && write.path.startsWith(folder)
      ? [posix.normalize(write.path.slice(folder.length))]
      : [],
  );
}

const MAKES = new Set(["change", "make-folder", "make-link"]);

/** Names in a folder, on disk or made by this command line; undefined where there are too many. */
export function namesIn(path: string, scope: Scope): readonly string[] | undefined {
  const listed = scope.world.list(path);
  const made = madeBelow(path, scope);
  if (listed === undefined || made.length === 0) return listed;
  const names = made.map((below) => below.split("/")[0] ?? "").filter((name) => name !== "");
  return [...new Set([...listed, ...names])];
}

export function isFolderNow(path: string, scope: Scope): boolean {
  if (scope.world.isFolder(path)) return true;
  const { writes } = scope.effects;
  if (writes.length === 0 || !isKnown(path)) return false;
  const plain = posix.normalize(path).replace(/(?<=.)\/$/, "");
  return (
    writes.some(
      (write) => write.effect === "make-folder" && posix.normalize(write.path) === plain,
    ) || madeBelow(path, scope).length > 0
  );
}

export function isThereNow(path: string, scope: Scope): boolean {
  if (scope.world.isThere(path)) return true;
  return (namesIn(posix.dirname(path), scope) ?? []).includes(posix.basename(path));
}
