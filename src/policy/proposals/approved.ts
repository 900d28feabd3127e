import { roleOf } from "../../bank/roles.ts";
import type { Docs, Grant, Proposals } from "../../proposal-types.ts";
import type { Session } from "../../types.ts";

/** The proposals that count for a session: those of the session that the user speaks in. */
export function proposalsOf(session: Session): Proposals {
  return session.parent === undefined ? session.proposals : proposalsOf(session.parent);
}

/** The docs that may be written: by a confirmed offer, by request, or by a plan that was applied. */
export function approvedOf({ grants, planned }: Proposals): Docs {
  if (grants.some(({ docs }) => docs === "any")) return "any";
  return [...grants.flatMap(({ docs }) => docs), ...planned];
}

export interface Confirmed {
  /** What still waits to be written. */
  readonly docs: Docs;
  readonly points: readonly string[];
  /** The user's message says more than yes. */
  readonly isMixed: boolean;
}

/** What the user has confirmed and nobody has written yet. */
export function confirmedOf({ grants }: Proposals): Confirmed | undefined {
  const grant = grants.findLast((each) => each.by === "offer" && unwritten(each).length > 0);
  if (grant === undefined) return undefined;
  return {
    docs: unwritten(grant),
    points: grant.points,
    isMixed: grant.isMixed && !grant.isOld,
  };
}

/** Whether a write to the doc is among what was approved. Letter case is the file system's business. */
export function isApproved(docs: Docs, doc: string): boolean {
  if (docs === "any") return true;
  return docs.some((target) => {
    if (isTarget(target, doc)) return true;
    // Whoever adds a doc adds its row to the index beside it.
    const folder = target.toLowerCase().slice(0, target.lastIndexOf("/") + 1);
    return /^details\/[^/]+\//.test(folder) && doc.toLowerCase() === `${folder}index.md`;
  });
}

/** The docs of a grant that still wait to be written; `any` waits for the first. */
export function unwritten({ docs, written }: Pick<Grant, "docs" | "written">): Docs {
  if (docs === "any") return written.length > 0 ? [] : "any";
  return docs.filter((target) => !written.some((doc) => isTarget(target, doc)));
}

function isTarget(target: string, doc: string): boolean {
  const [expected, name] = [target.toLowerCase(), doc.toLowerCase()];
  if (expected.endsWith("/")) return name.startsWith(expected);
  return name === expected || isSameInOtherLayout(expected, name);
}

/** `details/progress.md` is `progress.md` elsewhere: whoever names a doc may leave its folder out. */
function isSameInOtherLayout(target: string, doc: string): boolean {
  const isAlone = (path: string) => /^(?:details\/|core\/)?[^/]+$/.test(path);
  const role = roleOf(target);
  const isSameName = target.split("/").at(-1) === doc.split("/").at(-1);
  return (
    role !== undefined && isSameName && roleOf(doc) === role && isAlone(target) && isAlone(doc)
  );
}
