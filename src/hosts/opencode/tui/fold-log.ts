import { NEW_SESSION, advance } from "../../../policy/session.ts";
import type { LogLine, ReadScope, Session, SessionEvent } from "../../../types.ts";

/** What the decision log tells of a session that somebody looks at. */
export interface Followed {
  readonly session: Session;
  /** Docs whose reading counts, the latest last: of this turn where a read is good for its turn. */
  readonly read: readonly string[];
  /** Docs that a tool was let write, and when. */
  readonly wrote: ReadonlyMap<string, number>;
  /** What its subagents have read in this turn: memory-reader's counts once it has returned. */
  readonly below: readonly string[];
  /** What was found of memory-reader's last answer in this turn. */
  readonly answer: Answer | undefined;
}

type Answer = Pick<Extract<LogLine, { kind: "reader" }>, "verified">;

export function newFollowed(readScope: ReadScope): Followed {
  const session = { ...NEW_SESSION, readScope };
  return { session, read: [], wrote: new Map(), below: [], answer: undefined };
}

/** The same fold as the plugin's own, of what it has logged. `toDoc`: a path of the project as one of the bank. */
export function foldLine(
  followed: Followed,
  line: LogLine,
  id: string,
  toDoc: (path: string) => string | undefined,
): Followed {
  if (line.session !== id) return line.root === id ? foldBelow(followed, line) : followed;
  const { read, wrote, below } = followed;
  // Its first line is as old as the session: what the host had loaded by then counts as read.
  const startedAt = followed.session.startedAt || line.at;
  const session = { ...followed.session, startedAt };
  const after = (event: SessionEvent) => advance(session, event);
  switch (line.kind) {
    case "turn":
      return {
        ...followed,
        session: after({ kind: "turn-started" }),
        read: session.readScope === "turn" ? [] : read,
        below: [],
        answer: undefined,
      };
    case "compacted":
      return { ...followed, session: after({ kind: "compacted", summary: String(line.at) }) };
    case "read": {
      if (!line.whole) return followed;
      const origin = { at: line.at, call: undefined };
      const event = { kind: "doc-read", doc: line.doc, lines: "whole", origin } as const;
      return { ...followed, read: withLast(read, line.doc), session: after(event) };
    }
    case "reader": {
      const origin = { at: line.at, call: undefined };
      return {
        ...followed,
        session: after({ kind: "memory-reader-returned", read: below, origin }),
        read: below.reduce(withLast, read),
        answer: { verified: line.verified },
      };
    }
    case "decision": {
      if (line.decision === "refuse" || line.via === "shell") return followed;
      const docs = line.writes.flatMap(({ path }) => toDoc(path) ?? []);
      if (docs.length === 0) return followed;
      return {
        ...followed,
        wrote: new Map([...wrote, ...docs.map((doc) => [doc, line.at] as const)]),
      };
    }
    default:
      return followed;
  }
}

/** What a subagent read counts once memory-reader has returned. */
function foldBelow(followed: Followed, line: LogLine): Followed {
  if (line.kind !== "read" || !line.whole) return followed;
  return { ...followed, below: withLast(followed.below, line.doc) };
}

function withLast(docs: readonly string[], doc: string): readonly string[] {
  return [...docs.filter((other) => other !== doc), doc];
}
