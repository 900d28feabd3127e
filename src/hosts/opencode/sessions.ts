import { NEW_SESSION, advance } from "../../policy/session.ts";
import type { ReadScope, Session, SessionEvent } from "../../types.ts";

/** More sessions than this at once: the one unused for longest starts anew. */
const SESSIONS_REMEMBERED = 500;
const LONGEST_CHAIN = 10;

interface Entry {
  session: Session;
  /** Undefined until the host said whose child this is, null for a root session. */
  parent: string | null | undefined;
  /** Calls under way that may end in a read of a doc, with the moment they began. */
  readonly reading: Map<string, Reading>;
  /** The host has begun to compact it in this process. */
  isCompacting: boolean;
  /** Parts whose text the host has taken out of the conversation. Call ids repeat, these do not. */
  cleared: ReadonlySet<string>;
  /** How far its messages were seen. */
  seen: Seen | undefined;
  /** Nobody answers here: a one-shot run. */
  isUnattended: boolean;
  /** The agent that acts may edit the bank. */
  mayEdit: boolean;
}

interface Seen {
  readonly count: number;
  readonly last: string;
}

interface Reading {
  readonly since: number;
  readonly done: Promise<void>;
  readonly finish: () => void;
}

/** Sees what happens in sessions while it happens; what is folded anew from a history is no news. */
export interface Witness {
  happened(id: string, event: SessionEvent, before: Session, after: Session): void;
  /** A session is now what the host's messages say. */
  settled(id: string): void;
}

export type Sessions = ReturnType<typeof createSessions>;

/** The sessions of one project, bounded, each a fold of what happened in it. */
export function createSessions(
  readScope: ReadScope,
  witness?: Witness,
  now: () => number = Date.now,
) {
  const fresh: Session = { ...NEW_SESSION, readScope };
  const entries = new Map<string, Entry>();

  function entryOf(id: string): Entry {
    const known = entries.get(id);
    if (known !== undefined) return known;
    const entry: Entry = {
      session: fresh,
      parent: undefined,
      reading: new Map(),
      isCompacting: false,
      cleared: new Set(),
      seen: undefined,
      isUnattended: false,
      mayEdit: true,
    };
    entries.set(id, entry);
    const oldest = entries.keys().next();
    if (entries.size > SESSIONS_REMEMBERED && !oldest.done) entries.delete(oldest.value);
    return entry;
  }

  /** A subagent lives in its parent's turn: what it read in an earlier one is over. */
  function get(id: string, depth = 0): Session {
    const entry = entryOf(id);
    if (typeof entry.parent !== "string" || depth === LONGEST_CHAIN) return entry.session;
    const parent = get(entry.parent, depth + 1);
    if (entry.session.turn !== parent.turn) {
      entry.session = { ...advance(entry.session, { kind: "turn-started" }), turn: parent.turn };
    }
    return { ...entry.session, parent };
  }

  return {
    readScope,
    get: (id: string) => get(id),

    record(id: string, event: SessionEvent): void {
      const before = get(id);
      const entry = entryOf(id);
      entry.session = advance(entry.session, event);
      entries.delete(id);
      entries.set(id, entry);
      witness?.happened(id, event, before, get(id));
    },

    /** Whether the host has told yet if this session is somebody's child. */
    isIdentified: (id: string) => entries.get(id)?.parent !== undefined,
    isRoot: (id: string) => typeof entries.get(id)?.parent !== "string",
    /** The session that the user speaks in. */
    rootOf(id: string): string {
      let root = id;
      for (let depth = 0; depth < LONGEST_CHAIN; depth++) {
        const parent = entries.get(root)?.parent;
        if (typeof parent !== "string") break;
        root = parent;
      }
      return root;
    },
    identify(id: string, parent: string | undefined, isUnattended = false): void {
      const entry = entryOf(id);
      entry.parent = parent ?? null;
      entry.isUnattended = isUnattended;
    },
    allowEdit(id: string, mayEdit: boolean): void {
      entryOf(id).mayEdit = mayEdit;
    },
    /** Whether an offer makes sense here: a user answers, and the agent may write. */
    takesOffers(id: string): boolean {
      const entry = entries.get(id);
      return entry !== undefined && entry.parent === null && !entry.isUnattended && entry.mayEdit;
    },

    clear(id: string, parts: ReadonlyMap<string, string>): void {
      const entry = entryOf(id);
      const fresh = [...parts].filter(([part]) => !entry.cleared.has(part));
      if (fresh.length === 0) return;
      entry.cleared = new Set(parts.keys());
      const calls = new Set(fresh.map(([, call]) => call));
      entry.session = advance(entry.session, { kind: "text-left", calls });
    },

    expectCompaction(id: string): void {
      entryOf(id).isCompacting = true;
    },
    /** A summary at the head of the context is a compaction of ours only if its beginning was seen. */
    compact(id: string, summary: string): boolean {
      const entry = entryOf(id);
      if (!entry.isCompacting || entry.session.summary === summary) return false;
      entry.isCompacting = false;
      const before = get(id);
      const event: SessionEvent = { kind: "compacted", summary };
      entry.session = advance(entry.session, event);
      witness?.happened(id, event, before, get(id));
      return true;
    },
    isCompacting: (id: string) => entries.get(id)?.isCompacting === true,
    seen: (id: string) => entries.get(id)?.seen,
    see(id: string, count: number, last: string): void {
      entryOf(id).seen = { count, last };
      witness?.settled(id);
    },
    /** Folds a session anew. A subagent stays in the turn that its parent is in. */
    rebuild(id: string, events: readonly SessionEvent[]): void {
      const entry = entryOf(id);
      const session = events.reduce(advance, fresh);
      const isChild = typeof entry.parent === "string";
      entry.session = isChild ? { ...session, turn: entry.session.turn } : session;
    },

    startReading(id: string, callID: string): void {
      let finish = () => {};
      const done = new Promise<void>((resolve) => {
        finish = resolve;
      });
      entryOf(id).reading.set(callID, { since: now(), done, finish });
    },
    finishReading(id: string, callID: string): void {
      const reading = entries.get(id)?.reading;
      reading?.get(callID)?.finish();
      reading?.delete(callID);
    },
    /** A new step begins: whatever was still being read has failed. */
    forgetReading(id: string): void {
      entries.get(id)?.reading.clear();
    },
    /** Waits for the reads under way, but for the caller's own, each until `patience` ms after it began. False if there were none. */
    async waitForReading(id: string, patience: number, except = ""): Promise<boolean> {
      const waits: Promise<void>[] = [];
      let current: string | null | undefined = id;
      for (let depth = 0; typeof current === "string" && depth < LONGEST_CHAIN; depth++) {
        const entry: Entry | undefined = entries.get(current);
        for (const [callID, { since, done }] of entry?.reading ?? []) {
          if (callID === except) continue;
          const left = since + patience - now();
          if (left > 0) waits.push(withTimeout(done, left));
        }
        current = entry?.parent;
      }
      await Promise.all(waits);
      return waits.length > 0;
    },

    forget(id: string): void {
      witness?.settled(id);
      entries.delete(id);
    },
    get size() {
      return entries.size;
    },
  };
}

async function withTimeout(done: Promise<void>, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([done, timeout]);
  clearTimeout(timer);
}
