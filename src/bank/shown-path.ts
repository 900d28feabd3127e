import { posix } from "node:path";

/** A doc's path from its project's folder; a doc of another bank is known by its path from this one. */
export function shownPath(bankName: string, doc: string): string {
  return posix.join(bankName, doc);
}
