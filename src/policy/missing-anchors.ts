import type { Bank, ExistingDoc, Session } from "../types.ts";
import { isWhole } from "./coverage.ts";
import { hasReadWhole, isGiven, recoveryOf } from "./session.ts";

/** The docs of a task: those that were read for it, else those to start from and the conventions. */
export function anchorsOf(anchors: readonly string[], bank: Bank): readonly ExistingDoc[] {
  return anchors.length > 0 ? bank.existing(anchors) : [...bank.startingDocs, ...bank.conventions];
}

/** What must be read again before recovery is over. A doc that is gone is not asked for. */
export function missingAnchors(session: Session, bank: Bank): readonly ExistingDoc[] {
  const recovery = recoveryOf(session);
  // A subagent may ask memory-reader for itself; its parent's recovery goes on.
  if (recovery === undefined || isWhole(session.reader, 0)) return [];
  return anchorsOf(recovery.anchors, bank).filter(
    (each) =>
      !isWhole(recovery.reads.get(each.doc), 0) &&
      !hasReadWhole(session, each.doc) &&
      !isGiven(session, each),
  );
}
