import type { Stats } from "node:fs";
import { stampAt, statOf } from "./read.ts";

/** What is at a path, links followed; undefined where nothing is. */
export type LookAt = (path: string) => Stats | undefined;

/**
 * What `make` makes of the files and folders that it looks at. It is made anew only once one of them has changed:
 * until then each of them costs one `stat`.
 */
export function remember<Result>(make: (lookAt: LookAt) => Result): () => Result {
  let made: { readonly result: Result; readonly stamps: ReadonlyMap<string, string> } | undefined;
  return () => {
    const isSame = [...(made?.stamps ?? [])].every(([path, stamp]) => stampAt(path) === stamp);
    if (made !== undefined && isSame) return made.result;
    const stamps = new Map<string, string>();
    const result = make((path) => {
      stamps.set(path, stampAt(path));
      return statOf(path);
    });
    made = { result, stamps };
    return result;
  };
}
