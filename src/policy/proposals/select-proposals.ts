import type { Docs, Grant, MomentKind, Offer, Proposals } from "../../proposal-types.ts";
import type { Session } from "../../types.ts";
import { unwritten } from "./approved.ts";

/** The proposals that count for a session: those of the session that the user speaks in. */
export function proposalsOf(session: Session): Proposals {
  let root = session;
  while (root.parent !== undefined) root = root.parent;
  return root.proposals;
}

/** The moment for which the model is to be reminded now; at most one a turn, and none where nobody listens. */
export function reminderOf({ hasUser, quiet, moments }: Proposals): MomentKind | undefined {
  return hasUser && quiet === undefined ? moments[0] : undefined;
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
  const docs = grant.docs === "any" ? "any" : unwritten(grant);
  return { docs, points: grant.points, isMixed: grant.isMixed && !grant.isOld };
}

/** The docs that may be written: by a confirmed offer, by request, or by a plan that was applied. */
export function approvedOf({ grants, planned }: Proposals): Docs {
  const granted: Docs[] = grants.map(({ docs }: Grant) => docs);
  if (granted.includes("any")) return "any";
  return [...new Set([...granted.flat(), ...planned])];
}

/** The offer of the last message, where the session had it before. */
export function repeatedOf({ repeated }: Proposals): Offer | undefined {
  return repeated;
}
