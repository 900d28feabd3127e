import { withCommonName } from "../policy/proposals/common-name.ts";
import { NEW_SESSION, advance, advanceWithNews, enterTurn } from "../policy/session.ts";
import type { ProposalNews } from "../proposal-types.ts";
import type { LogEvent, Notice, ReadScope, Session, SessionEvent, ToolCall } from "../types.ts";
import type { WrittenDoc } from "./doc-changes.ts";
import { createLateNotices } from "./late-notices.ts";
import { createReadsUnderWay } from "./reads-under-way.ts";
import { type ToastQueue, createToastQueue } from "./toast-queue.ts";

/** More sessions than this at once: the one unused for longest starts anew. */
const SESSIONS_REMEMBERED = 500;
const LONGEST_CHAIN = 10;
const CREATED_REMEMBERED = 500;

/** A call that has begun and has not come back. */
export interface CallUnderWay {
  readonly call: ToolCall;
  docs: readonly WrittenDoc[];
  notice: Notice | undefined;
  /** By which the host knows what it asks the user about it. */
  question?: string;
}

/** All that is known of one session. It goes as a whole. */
export interface SessionRecord {
  readonly id: string;
  session: Session;
  /** Undefined until the host said whose child this is, null for a root session. */
  parent: string | null | undefined;
  /** See `Session.created`. */
  readonly created: Set<string>;
  readonly startedAt: number;
  /** Nobody answers here: a one-shot run. */
  isUnattended: boolean;
  /** The agent that acts may edit the bank. */
  mayEdit: boolean;
  /** As it was logged last. */
  title: string | undefined;
  readonly calls: Map<string, CallUnderWay>;
  readonly reads: ReturnType<typeof createReadsUnderWay>;
  readonly lateNotices: ReturnType<typeof createLateNotices>;
  /** Lines of the log that wait until it is known which turn they belong to. */
  held: readonly { readonly at: number; readonly event: LogEvent }[];
  readonly toasts: ToastQueue;
}

export interface Happened {
  readonly before: Session;
  readonly after: Session;
  readonly news: readonly ProposalNews[];
}

export type Sessions = ReturnType<typeof createSessions>;

/** The sessions of one project, bounded, each a fold of what happened in it. */
export function createSessions(
  readScope: ReadScope,
  /** The bank's, as it is called now. */
  bankName: () => string,
  onDrop: (record: SessionRecord) => void = () => {},
) {
  const fresh: Session = { ...NEW_SESSION, readScope };
  const records = new Map<string, SessionRecord>();
  const named = (event: SessionEvent) => withCommonName(event, bankName());

  function of(id: string): SessionRecord {
    const known = records.get(id);
    if (known !== undefined) return known;
    const record: SessionRecord = {
      id,
      session: fresh,
      parent: undefined,
      created: new Set(),
      startedAt: Date.now(),
      isUnattended: false,
      mayEdit: true,
      title: undefined,
      calls: new Map(),
      reads: createReadsUnderWay(),
      lateNotices: createLateNotices(),
      held: [],
      toasts: createToastQueue(),
    };
    records.set(id, record);
    const oldest = records.keys().next();
    if (records.size > SESSIONS_REMEMBERED && !oldest.done) forget(oldest.value);
    return record;
  }

  /** A subagent lives in its parent's turn: what it read in an earlier one is over. */
  function stateOf(id: string, depth = 0): Session {
    const record = records.get(id);
    if (record === undefined) return fresh;
    const { parent, created, startedAt } = record;
    const session = { ...record.session, created, startedAt };
    if (typeof parent !== "string" || depth === LONGEST_CHAIN) return session;
    const above = stateOf(parent, depth + 1);
    return { ...enterTurn(session, above.turn), parent: above };
  }

  function forget(id: string): void {
    const record = records.get(id);
    if (record === undefined) return;
    onDrop(record);
    records.delete(id);
  }

  function* chainOf(id: string): Generator<SessionRecord> {
    let current: string | null | undefined = id;
    for (let depth = 0; typeof current === "string" && depth < LONGEST_CHAIN; depth++) {
      const record: SessionRecord | undefined = records.get(current);
      if (record === undefined) return;
      yield record;
      current = record.parent;
    }
  }

  /** What a subagent makes is also of those that it works for. */
  function noteCreated(id: string, path: string): void {
    of(id);
    for (const { created } of chainOf(id)) if (created.size < CREATED_REMEMBERED) created.add(path);
  }

  return {
    readScope,
    of,
    find: (id: string) => records.get(id),
    stateOf: (id: string) => stateOf(id),
    forget,
    /** This session and those that it works for. */
    chainOf,

    record(id: string, event: SessionEvent): Happened {
      const before = stateOf(id);
      const record = of(id);
      if (event.kind === "file-created") noteCreated(id, event.path);
      const { created, startedAt } = fresh;
      const folded = { ...before, parent: undefined, created, startedAt };
      const { session, news } = advanceWithNews(folded, named(event));
      record.session = session;
      records.delete(id);
      records.set(id, record);
      return { before, after: stateOf(id), news };
    },

    /** Folds a session anew, from its beginning or from a state that it was in. A subagent stays in the turn that its parent is in. */
    rebuild(id: string, events: readonly SessionEvent[], from = fresh): Session {
      const record = of(id);
      const isChild = typeof record.parent === "string";
      // What a child that nobody has seen yet read in which turn cannot be told from its own messages.
      const turn = record.session === fresh ? fresh.turn : stateOf(id).turn;
      const first = isChild ? enterTurn(from, turn) : from;
      record.session = events.map(named).reduce(advance, first);
      return record.session;
    },

    /** Whether the host has told yet if this session is somebody's child. */
    isIdentified: (id: string) => records.get(id)?.parent !== undefined,
    identify(id: string, parent: string | undefined, isUnattended = false): void {
      const record = of(id);
      record.parent = parent ?? null;
      record.isUnattended = isUnattended;
      for (const path of record.created) noteCreated(id, path);
    },
    isRoot: (id: string) => typeof records.get(id)?.parent !== "string",
    /** The session that the user speaks in. */
    rootOf(id: string): string {
      let root = id;
      for (let depth = 0; depth < LONGEST_CHAIN; depth++) {
        const parent = records.get(root)?.parent;
        if (typeof parent !== "string") break;
        root = parent;
      }
      return root;
    },
    /** Where people speak, and this session. */
    *roots(id: string): Generator<SessionRecord> {
      yield of(id);
      for (const record of records.values()) {
        if (record.id !== id && typeof record.parent !== "string") yield record;
      }
    },
    /** Whether an offer makes sense here: a user answers, and the agent may write. */
    takesOffers(id: string): boolean {
      const record = records.get(id);
      return record?.parent === null && !record.isUnattended && record.mayEdit;
    },
    records: () => records.values(),
    get size() {
      return records.size;
    },
  };
}
