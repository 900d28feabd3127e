import { BANK_FOLDER } from "../bank/layout.ts";
import { NEW_SESSION, advance, advanceWithNews, enterTurn } from "../policy/session.ts";
import type { ProposalNews } from "../proposal-types.ts";
import type { EffectCheck, Notice, ReadScope, Session, SessionEvent, ToolCall } from "../types.ts";
import type { RootFiles } from "./root-files.ts";
import type { WrittenDoc } from "./written-docs.ts";

/** More sessions than this at once: the one unused for longest starts anew. */
const SESSIONS_REMEMBERED = 500;
const CREATED_REMEMBERED = 500;

/** A call that was announced and has not come back. */
export interface CallUnderWay {
  readonly session: string;
  readonly startedAt: number;
  readonly call: ToolCall;
  /** Docs that a structured tool writes. */
  readonly docs: readonly WrittenDoc[];
  /** What may change the bank beside these, once it is known what runs. */
  check: EffectCheck | undefined;
  /** It was judged, and runs; what it did is looked at when it has come back. */
  stage: "judged" | "running" | "ending";
  notice: Notice | undefined;
  /** As they were before a command that may change them. */
  rootFiles?: RootFiles;
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
  /** Notices for which there was no result: the next request that is answered carries them. */
  late: readonly string[];
  /** How many of them the request under way carries. */
  lateSaid: number;
  /** A turn has begun that the log does not have yet. */
  isNewTurn: boolean;
  /** How many were shown in which turn, where the user speaks here. */
  toasts: { readonly turn: number; readonly count: number };
}

/** Who a session is, as its host knows it. */
export interface Identity {
  /** The session that started it as a subagent. */
  readonly parent: string | undefined;
  /** Nobody answers here: a one-shot run. */
  readonly isUnattended: boolean;
}

export interface Happened {
  readonly before: Session;
  readonly after: Session;
  readonly news: readonly ProposalNews[];
}

const NOBODYS: Identity = { parent: undefined, isUnattended: false };

export type Sessions = ReturnType<typeof createSessions>;

/** The sessions of one project, bounded, each a fold of what happened in it. */
export function createSessions(
  readScope: ReadScope,
  /** The bank's, as it is called now. */
  bankName: () => string,
  /** Asks the host. */
  lookUp: (id: string) => Promise<Identity> = async () => NOBODYS,
) {
  const fresh: Session = { ...NEW_SESSION, readScope };
  const records = new Map<string, SessionRecord>();
  /** Requests name docs by the bank's usual name. */
  const named = (event: SessionEvent): SessionEvent =>
    event.kind === "user-spoke"
      ? { ...event, text: event.text.replaceAll(`${bankName()}/`, `${BANK_FOLDER}/`) }
      : event;

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
      late: [],
      lateSaid: 0,
      isNewTurn: false,
      toasts: { turn: 0, count: 0 },
    };
    records.set(id, record);
    const oldest = records.keys().next();
    if (records.size > SESSIONS_REMEMBERED && !oldest.done) records.delete(oldest.value);
    return record;
  }

  /** A subagent lives in its parent's turn: what it read in an earlier one is over. */
  function stateOf(id: string): Session {
    const record = records.get(id);
    if (record === undefined) return fresh;
    const { parent, created, startedAt } = record;
    const session = { ...record.session, created, startedAt };
    if (typeof parent !== "string") return session;
    const above = stateOf(parent);
    return { ...enterTurn(session, above.turn), parent: above };
  }

  function* chainOf(id: string): Generator<SessionRecord> {
    const record = records.get(id);
    if (record === undefined) return;
    yield record;
    if (typeof record.parent === "string") yield* chainOf(record.parent);
  }

  /** The session that the user speaks in. */
  function rootOf(id: string): string {
    const last = [...chainOf(id)].at(-1);
    return last?.parent ?? last?.id ?? id;
  }

  /** What a subagent makes is of the session that it works for. */
  function noteCreated(id: string, paths: Iterable<string>): void {
    const { created } = of(rootOf(id));
    for (const path of paths) if (created.size < CREATED_REMEMBERED) created.add(path);
  }

  function identify(id: string, parent: string | undefined, isUnattended = false): void {
    const record = of(id);
    record.parent = parent ?? null;
    record.isUnattended = isUnattended;
    noteCreated(id, record.created);
  }

  return {
    readScope,
    of,
    find: (id: string) => records.get(id),
    stateOf,
    forget: (id: string) => void records.delete(id),
    /** Calls that may be changing the bank, the latest last. */
    running: (): CallUnderWay[] =>
      [...records.values()]
        .flatMap(({ calls }) => [...calls.values()])
        .filter(({ stage, check, docs }) => stage !== "judged" && (check ?? docs[0]) !== undefined)
        .toSorted((one, other) => one.startedAt - other.startedAt),
    /** This session and those that it works for. */
    chainOf,

    /** Whether in this session, or in one that it works for, a read is under way that began less than so many ms ago. */
    isReading: (id: string, except: string, patience: number): boolean =>
      [...chainOf(id)].some(({ calls }) =>
        [...calls].some(
          ([callID, { call, startedAt }]) =>
            callID !== except && call.reads.length > 0 && Date.now() < startedAt + patience,
        ),
      ),

    /** There is no result to say it in. */
    sayLater(id: string, text: string): void {
      const record = of(id);
      record.late = [...record.late, text];
    },
    /** For the request that is made now. A host makes one that failed once more. */
    takeLate(id: string): readonly string[] {
      const record = records.get(id);
      if (record === undefined) return [];
      record.lateSaid = record.late.length;
      return record.late;
    },
    /** The request was answered, so what it carried is said. */
    lateHeard(id: string): void {
      const record = records.get(id);
      if (record === undefined) return;
      record.late = record.late.slice(record.lateSaid);
      record.lateSaid = 0;
    },

    record(id: string, event: SessionEvent): Happened {
      const before = stateOf(id);
      const record = of(id);
      if (event.kind === "file-created") noteCreated(id, [event.path]);
      const { session, news } = advanceWithNews({ ...before, parent: undefined }, named(event));
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

    identify,
    /** Asks the host once whose child a session is, unless it has told. */
    lookUp: async (id: string): Promise<void> => {
      if (records.get(id)?.parent !== undefined) return;
      const { parent, isUnattended } = await lookUp(id);
      identify(id, parent, isUnattended);
    },
    isRoot: (id: string) => typeof records.get(id)?.parent !== "string",
    rootOf,
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
    /** Whether a session of the same user, or a subagent of it, wrote one of these files. */
    haveWritten(id: string, paths: readonly string[]): boolean {
      const root = rootOf(id);
      return [...records.values()].some(
        (record) =>
          rootOf(record.id) === root && paths.some((path) => record.session.files.includes(path)),
      );
    },
    get size() {
      return records.size;
    },
  };
}
