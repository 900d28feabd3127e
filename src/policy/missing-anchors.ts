import { ENTRY, PATTERNS } from "../bank/layout.ts";
import type { Bank, ExistingDoc, Session } from "../types.ts";
import { isWhole } from "./coverage.ts";
import { hasReadWhole, recoveryOf } from "./session.ts";

/** The docs of a task: those that were read for it, else the entry and the conventions. */
export function anchorsOf(anchors: readonly string[], bank: Bank): readonly ExistingDoc[] {
  return bank.existing(anchors.length > 0 ? anchors : [ENTRY, PATTERNS]);
}

/** What must be read again before recovery is over. A doc that is gone is not asked for. */
export function missingAnchors(session: Session, bank: Bank): readonly ExistingDoc[] {
  const recovery = recoveryOf(session);
  if (recovery === undefined) return [];
  return anchorsOf(recovery.anchors, bank).filter(
    ({ doc }) => !isWhole(recovery.reads.get(doc), 0) && !hasReadWhole(session, doc),
  );
}
