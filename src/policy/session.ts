import { ENTRY } from "../bank/layout.ts";
import { isAnchor } from "../bank/roles.ts";
import type { ProposalNews } from "../proposal-types.ts";
import type {
  Bank,
  Conventions,
  Coverage,
  ExistingDoc,
  Recovery,
  Session,
  SessionEvent,
} from "../types.ts";
import { cover, firstUnshown, isWhole, withoutCalls } from "./coverage.ts";
import { NEW_PROPOSALS, advanceProposals } from "./proposals/advance-proposals.ts";
import { remember } from "./remember.ts";

const ANCHORS_REMEMBERED = 5;

export const NEW_SESSION: Session = {
  readScope: "turn",
  turn: 0,
  reads: new Map(),
  reader: undefined,
  awaited: [],
  told: new Set(),
  anchors: [],
  recovery: undefined,
  summary: undefined,
  agent: undefined,
  proposals: NEW_PROPOSALS,
  said: "",
  isCalling: false,
  wrote: [],
  files: [],
  startedAt: 0,
  created: new Set(),
  parent: undefined,
};

export function advance(session: Session, event: SessionEvent): Session {
  return advanceWithNews(session, event).session;
}

/** Advances the session; also returns what the event did to proposals, for the log. */
export function advanceWithNews(
  session: Session,
  event: SessionEvent,
): { readonly session: Session; readonly news: readonly ProposalNews[] } {
  // A tool call does not change proposals.
  if (event.kind === "called") return { session: advanceReading(session, event), news: [] };
  const { said } = session;
  // The agent's last text ended its turn: now the user speaks, or a request goes on with the conversation.
  const isEnd = event.kind === "turn-started" || (event.kind === "request-began" && said !== "");
  const end: SessionEvent = { kind: "turn-ended", text: said };
  let { proposals } = session;
  const news: ProposalNews[] = [];
  for (const each of isEnd ? [end, event] : [event]) {
    const step = advanceProposals(proposals, each);
    proposals = step.state;
    if (step.news !== undefined) news.push(step.news);
  }
  return { session: { ...advanceReading(session, event), proposals }, news };
}

function advanceReading(session: Session, event: SessionEvent): Session {
  switch (event.kind) {
    case "turn-started":
      return { ...enterTurn(session, session.turn + 1), said: "", isCalling: false };
    case "request-began":
    case "called":
      return { ...session, said: "", isCalling: event.kind === "called" };
    case "said":
      if (session.isCalling) return session;
      return {
        ...session,
        said: session.said === "" ? event.text : `${session.said}\n${event.text}`,
      };
    case "compacted":
      if (event.summary === session.summary) return session;
      return {
        ...withoutReads(session),
        recovery: { anchors: session.anchors, reads: new Map() },
        summary: event.summary,
      };
    case "memory-reader-returned":
      return takeReader(session, event);
    case "memory-reader-started":
      return { ...session, awaited: remember(session.awaited, [event.worker]) };
    case "worker-returned": {
      if (!session.awaited.includes(event.worker)) return session;
      const awaited = session.awaited.filter((worker) => worker !== event.worker);
      return advanceReading({ ...session, awaited }, { ...event, kind: "memory-reader-returned" });
    }
    case "text-left":
      return session.readScope === "turn" ? session : withoutTexts(session, event.calls);
    case "told":
      return { ...session, told: new Set(session.told).add(event.topic) };
    case "doc-read":
      return readDoc(session, event);
    case "doc-written":
      return { ...session, wrote: remember(session.wrote, [event.doc]) };
    case "file-written":
      return { ...session, files: remember(session.files, [event.path]) };
    case "agent-changed":
      return { ...session, agent: event.agent };
    default:
      return session;
  }
}

type ReaderReturned = Extract<SessionEvent, { kind: "memory-reader-returned" }>;

/**
 * If memory-reader really read a doc, its answer ends recovery, whatever the task's docs are, and counts as reading the
 * conventions. For the conventions the entry alone is not enough.
 */
function takeReader(session: Session, { read, origin }: ReaderReturned): Session {
  const next = read.reduce(
    (each, doc) => readDoc(each, { kind: "doc-read", doc, lines: "whole", origin }),
    session,
  );
  const hasReadDetail = read.some((doc) => doc !== ENTRY);
  return {
    ...next,
    recovery: read.length > 0 ? undefined : next.recovery,
    reader: hasReadDetail ? cover(undefined, "whole", origin) : next.reader,
  };
}

type DocRead = Extract<SessionEvent, { kind: "doc-read" }>;

function readDoc(session: Session, event: DocRead): Session {
  const { anchors, recovery } = session;
  return {
    ...session,
    reads: withRead(session.reads, event),
    anchors: isAnchor(event.doc) ? remember(anchors, [event.doc], ANCHORS_REMEMBERED) : anchors,
    recovery: recovery && { ...recovery, reads: withRead(recovery.reads, event) },
  };
}

/** A subagent enters its parent's turn: what it read and was told in an earlier turn no longer counts. */
export function enterTurn(session: Session, turn: number): Session {
  if (session.turn === turn) return session;
  const next = { ...session, turn, told: new Set<string>() };
  return session.readScope === "context" ? next : withoutReads(next);
}

function withoutReads(session: Session): Session {
  return { ...session, reads: new Map(), reader: undefined };
}

/** A doc that was read again after a compaction stays read, even if the host takes its text out later. */
function withoutTexts(session: Session, calls: ReadonlySet<string>): Session {
  const reads = [...session.reads].map(
    ([doc, coverage]) => [doc, withoutCalls(coverage, calls)] as const,
  );
  const reader = session.reader && withoutCalls(session.reader, calls);
  return { ...session, reads: new Map(reads), reader };
}

/** The conventions that neither this session nor one that it works for has read whole, within its read scope. */
export function unreadConventions<Doc extends Conventions>(
  session: Session,
  conventions: readonly Doc[],
): Doc[] {
  return conventions.filter((each) => !knows(session, each));
}

function knows(session: Session, conventions: Conventions): boolean {
  const since = sinceWhen(session, conventions);
  const { reads, reader, parent } = session;
  return (
    isWhole(reads.get(conventions.doc), since) ||
    isWhole(reader, since) ||
    isGiven(session, conventions) ||
    (parent !== undefined && knows(parent, conventions))
  );
}

/** Whether the host itself has put the doc as it is into this session's context. */
export function isGiven(session: Session, doc: ExistingDoc | Conventions): boolean {
  return "isLoadedByHost" in doc && doc.isLoadedByHost && doc.changedAt <= session.startedAt;
}

/** Was the doc shown from its first to its last line to this session, or to a session it works for? */
export function hasReadWhole(session: Session, doc: string): boolean {
  if (isWhole(session.reads.get(doc), 0)) return true;
  return session.parent !== undefined && hasReadWhole(session.parent, doc);
}

/** The docs that this session itself has seen whole, the conventions as they are now. */
export function docsRead(session: Session, conventions: readonly Conventions[]): string[] {
  return [...session.reads].flatMap(([doc, coverage]) => {
    const asked = conventions.find((each) => each.doc === doc);
    const since = asked === undefined ? 0 : sinceWhen(session, asked);
    return isWhole(coverage, since) ? [doc] : [];
  });
}

/** The first line of the conventions that was not shown yet; 1 when nothing was. */
export function firstUnreadLine(session: Session, conventions: Conventions): number {
  return firstUnshown(session.reads.get(conventions.doc), sinceWhen(session, conventions));
}

/** With scope `turn` every read counts; otherwise only reads since the file last changed. */
function sinceWhen({ readScope }: Session, { changedAt }: Conventions): number {
  return readScope === "context" ? changedAt : 0;
}

/** Whether this session, or one that it works for, made the file or a folder that it is in. */
export function hasCreated(session: Session, path: string): boolean {
  for (let each = path; each !== ""; each = each.slice(0, Math.max(0, each.lastIndexOf("/"))))
    if (session.created.has(each)) return true;
  return session.parent !== undefined && hasCreated(session.parent, path);
}

/** The recovery that this session, or one that it works for, is in. */
export function recoveryOf(session: Session): Recovery | undefined {
  return session.recovery ?? (session.parent && recoveryOf(session.parent));
}

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

function withRead(
  reads: ReadonlyMap<string, Coverage>,
  { doc, lines, origin }: DocRead,
): ReadonlyMap<string, Coverage> {
  return new Map(reads).set(doc, cover(reads.get(doc), lines, origin));
}
