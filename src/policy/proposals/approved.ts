import { roleOf } from "../../bank/roles.ts";
import type { Docs, Grant } from "../../proposal-types.ts";

/** Whether a write to the doc is among what was approved. Letter case is the file system's business. */
export function isApproved(docs: Docs, doc: string): boolean {
  if (docs === "any") return true;
  const name = doc.toLowerCase();
  return docs.some((approved) => {
    const target = approved.toLowerCase();
    if (isTarget(target, name)) return true;
    // Whoever adds a doc adds its row to the index beside it.
    const folder = target.slice(0, target.lastIndexOf("/") + 1);
    return /^details\/[^/]+\//.test(folder) && name === `${folder}index.md`;
  });
}

/** Whether everything that was granted has been written. */
export function isWritten({ docs, written }: Grant): boolean {
  return unwritten({ docs, written }).length === 0;
}

/** The docs of a grant that still wait to be written; `any` waits for the first. */
export function unwritten({ docs, written }: Pick<Grant, "docs" | "written">): readonly string[] {
  if (docs === "any") return written.length > 0 ? [] : ["any"];
  return docs.filter((target) => !written.some((doc) => isTarget(target, doc)));
}

function isTarget(target: string, doc: string): boolean {
  const [expected, name] = [target.toLowerCase(), doc.toLowerCase()];
  return expected.endsWith("/")
    ? name.startsWith(expected)
    : name === expected || isSameInOtherLayout(expected, name);
}

/** `details/progress.md` is `progress.md` elsewhere: whoever names a doc may leave its folder out. */
function isSameInOtherLayout(target: string, doc: string): boolean {
  const role = roleOf(target);
  const isSameName = target.split("/").at(-1) === doc.split("/").at(-1);
  return (
    role !== undefined && isSameName && roleOf(doc) === role && isAlone(target) && isAlone(doc)
  );
}

function isAlone(doc: string): boolean {
  return /^(?:details\/|core\/)?[^/]+$/.test(doc);
}
