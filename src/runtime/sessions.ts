import { BANK_FOLDER } from "../bank/layout.ts";
import { NEW_SESSION, advance, advanceWithNews, enterTurn } from "../policy/session.ts";
import type { Notice, ReadScope, Session, SessionEvent, ToolCall } from "../types.ts";
import type { Running } from "./effect-checks.ts";
import type { RootFiles } from "./root-files.ts";
import type { WrittenDoc } from "./written-docs.ts";

/** So many sessions, the latest, and so many files of each that it made. */
const MOST_REMEMBERED = 500;

/** A call that was allowed and has not come back. */
export interface CallUnderWay extends Running {
  readonly startedAt: number;
  readonly call: ToolCall;
  readonly docs: readonly WrittenDoc[];
  /** What its result will say of how the call was judged. */
  readonly notice: Notice | undefined;
  /** The project's root files before a command that may change them. */
  readonly rootFiles: RootFiles | undefined;
}

/** All that is known of one session. It is dropped as a whole. */
export interface SessionRecord {
  readonly id: string;
  session: Session;
  /** Undefined until the host said whose child this is, null for a root session. */
  parent: string | null | undefined;
  /** See `Session.created`. */
  readonly created: Set<string>;
  readonly startedAt: number;
  /** Nobody answers in this session: a one-shot run. */
  isUnattended: boolean;
  /** Whether the agent that acts may edit the bank. */
  mayEdit: boolean;
  /** The title that was logged last. */
  title: string | undefined;
  readonly calls: Map<string, CallUnderWay>;
  /** Notices for which there was no result: the next request carries them. */
  readonly late: string[];
  /** A turn has begun that the log does not have yet. */
  isNewTurn: boolean;
}

export type Sessions = ReturnType<typeof createSessions>;

/** The sessions of one project, bounded, each a fold of what happened in it. */
export function createSessions(
  readScope: ReadScope,
  /** The name of the bank now. */
  bankName: () => string,
) {
  const fresh: Session = { ...NEW_SESSION, readScope };
  const records = new Map<string, SessionRecord>();
  /** People's messages name docs under the bank's own name; the fold knows them under the usual name. */
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
      isNewTurn: false,
    };
    records.set(id, record);
    const oldest = records.keys().next();
    if (records.size > MOST_REMEMBERED && !oldest.done) records.delete(oldest.value);
    return record;
  }

  /** A subagent lives in its parent's turn: what it read in an earlier turn no longer counts. */
  function stateOf(id: string): Session {
    const record = records.get(id);
    if (record === undefined) return fresh;
    const { parent, created, startedAt } = record;
    const session = { ...record.session, created, startedAt };
    if (typeof parent !== "string") return session;
    const above = stateOf(parent);
    return { ...enterTurn(session, above.turn), parent: above };
  }

  /** The session that the user speaks in. */
  function rootOf(id: string): string {
    const parent = records.get(id)?.parent;
    return typeof parent === "string" ? rootOf(parent) : id;
  }

  return {
    readScope,
    of,
    find: (id: string) => records.get(id),
    stateOf,
    forget: (id: string) => void records.delete(id),
    /** Calls that have not come back, the latest last. */
    running: (): CallUnderWay[] =>
      [...records.values()]
        .flatMap(({ calls }) => [...calls.values()])
        .toSorted((one, other) => one.startedAt - other.startedAt),
    /** Whether a read is under way in this session that began less than `patience` ms ago. */
    isReading: (id: string, except: string, patience: number): boolean =>
      [...(records.get(id)?.calls ?? [])].some(
        ([callID, { call, startedAt }]) =>
          callID !== except && call.reads.length > 0 && Date.now() < startedAt + patience,
      ),

    /** Keeps a notice for the next request, because there is no result to carry it. */
    sayLater: (id: string, text: string): void => void of(id).late.push(text),
    takeLate: (id: string): readonly string[] => records.get(id)?.late.splice(0) ?? [],

    record(id: string, event: SessionEvent) {
      const before = stateOf(id);
      const record = of(id);
      // Files that a subagent makes belong to the session that it works for.
      const { created } = of(rootOf(id));
      if (event.kind === "file-created" && created.size < MOST_REMEMBERED) created.add(event.path);
      const { session, news } = advanceWithNews({ ...before, parent: undefined }, named(event));
      record.session = session;
      records.delete(id);
      records.set(id, record);
      return { before, after: stateOf(id), news };
    },

    /** Folds a session anew, from its beginning or from a state that it was in. A subagent stays in the turn that its parent is in. */
    rebuild: (id: string, events: readonly SessionEvent[], from = fresh): Session => {
      const record = of(id);
      const isChild = typeof record.parent === "string";
      // A child's own messages do not tell in which turn of its parent it read something.
      const turn = record.session === fresh ? fresh.turn : stateOf(id).turn;
      const first = isChild ? enterTurn(from, turn) : from;
      record.session = events.map(named).reduce(advance, first);
      return record.session;
    },

    identify(id: string, parent: string | undefined, isUnattended = false): void {
      const record = of(id);
      record.parent = parent ?? null;
      record.isUnattended = isUnattended;
    },
    isRoot: (id: string) => typeof records.get(id)?.parent !== "string",
    rootOf,
    /** This session, and all others in which people speak. */
    roots(id: string): string[] {
      const found = [...records.values()].filter(({ parent }) => typeof parent !== "string");
      return [...new Set([id, ...found.map((record) => record.id)])];
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
  };
}
