import { join, relative } from "node:path";
import { languageOfLocale } from "../../../bank/language.ts";
import { openBank } from "../../../io/bank/open-bank.ts";
import { toSlashes } from "../../../io/disk/paths.ts";
import { attempt, statOf } from "../../../io/disk/read.ts";
import { stateFolderOf } from "../../../io/disk/state-folder.ts";
import { type LogTail, tailLogs } from "../../../io/log/tail-log.ts";
import { findOffer } from "../../../policy/proposals/find-offer.ts";
import {
  NEW_SESSION,
  advance,
  missingAnchors,
  unreadConventions,
} from "../../../policy/session.ts";
import { readSettings } from "../../../runtime/settings.ts";
import type { LogLine, Session, SessionEvent } from "../../../types.ts";
import { WORDS } from "../words.ts";
import { type BankStatus, renderToast } from "./render-status.ts";
import type { Terminal } from "./terminal.ts";

/** Clocks of file systems tick coarsely. */
const TICK = 2000;

/** What the decision log tells of the session that somebody looks at. */
export interface Followed {
  readonly session: Session;
  /** What its subagents have read in this turn: memory-reader's counts once it has returned. */
  readonly below: readonly string[];
  /** What memory-reader's answer of this turn is worth. */
  readonly answer: BankStatus["answer"];
}

/** What the plugin knows, from where it is at hand anyway: the bank, the decision log, the host's own messages. */
export function followBank({ directory, worktree, options, isServed, lastWords }: Terminal) {
  const { settings } = readSettings(process.env, options, { directory, worktree });
  const { readScope, guardMode } = settings;
  const bank = openBank({
    ...settings,
    directory,
    worktree,
    locale: languageOfLocale(process.env["LC_ALL"] || process.env["LANG"]),
    words: WORDS,
    onProblem: () => {},
  });
  const nothing: Followed = {
    session: { ...NEW_SESSION, readScope },
    below: [],
    answer: undefined,
  };
  /** The session that was looked at last. */
  let looked: { readonly id: string; readonly tail: LogTail; followed: Followed } = {
    id: "",
    tail: tailLogs([]),
    followed: nothing,
  };

  function toDoc(path: string): string | undefined {
    const prefix = `${toSlashes(relative(bank.paths.root, bank.paths.bank))}/`;
    return path.startsWith(prefix) ? path.slice(prefix.length) : undefined;
  }

  function read(): readonly LogLine[] {
    const { entries } = looked.tail.poll();
    looked.followed = entries.reduce(
      (followed, line) => foldLine(followed, line, looked.id, toDoc),
      looked.followed,
    );
    return entries;
  }

  function follow(id: string): Followed {
    if (looked.id !== id) {
      const folders =
        settings.log === "off" ? [] : attempt(() => [stateFolderOf(bank.paths.bank)], []);
      const tail = tailLogs(folders, (line) => line.includes(`"${id}"`));
      looked = { id, tail, followed: nothing };
      read();
    }
    return looked.followed;
  }

  return {
    isDisabled: settings.disabled,
    isThere: () => statOf(bank.paths.bank) !== undefined,

    /** Reads what was logged since; returns what there is to show of it at once. */
    poll(): readonly string[] {
      const entries = read();
      if (settings.toasts === "off") return [];
      return entries.flatMap((line) => renderToast(line, bank.language) ?? []);
    },

    status(id: string | undefined): BankStatus {
      const { session, answer } = id === undefined ? nothing : follow(id);
      const { language, name, conventions } = bank;
      const isAsked = guardMode !== "off" && settings.log === "on" && conventions.length > 0;
      const isUnread = isAsked && unreadConventions(session, conventions).length > 0;
      // A tool that was let write may have failed.
      const isWritten = (doc: string) =>
        (statOf(join(bank.paths.bank, doc))?.mtimeMs ?? 0) >= session.startedAt - TICK;
      return {
        name,
        language,
        guardMode,
        isServed,
        hasEntry: bank.renderBlock() !== undefined,
        conventions: isAsked ? (isUnread ? "unread" : "read") : undefined,
        answer,
        missing: guardMode === "off" ? [] : missingAnchors(session, bank).map(({ doc }) => doc),
        offer: id === undefined ? [] : (findOffer(lastWords(id) ?? "")?.docs ?? []),
        read: [...session.reads.keys()],
        wrote: session.wrote.filter(isWritten),
      };
    },
  };
}

/** The same fold as the plugin's own, of what it has logged. `toDoc`: a path of the project as one of the bank. */
export function foldLine(
  followed: Followed,
  line: LogLine,
  id: string,
  toDoc: (path: string) => string | undefined,
): Followed {
  const { below, answer } = followed;
  if (line.session !== id) {
    const isBelow = line.root === id && line.kind === "read" && line.whole;
    return isBelow ? { ...followed, below: [...below, line.doc] } : followed;
  }
  // Its first line is as old as the session: what the host had loaded by then counts as read.
  const startedAt = followed.session.startedAt || line.at;
  const session = toEvents(line, below, toDoc).reduce(advance, { ...followed.session, startedAt });
  if (line.kind === "turn") return { session, below: [], answer: undefined };
  return { session, below, answer: line.kind === "reader" ? line : answer };
}

function toEvents(
  line: LogLine,
  below: readonly string[],
  toDoc: (path: string) => string | undefined,
): SessionEvent[] {
  const origin = { at: line.at, call: undefined };
  switch (line.kind) {
    case "turn":
      return [{ kind: "turn-started" }];
    case "compacted":
      return [{ kind: "compacted", summary: String(line.at) }];
    case "read":
      return line.whole ? [{ kind: "doc-read", doc: line.doc, lines: "whole", origin }] : [];
    case "reader":
      return [{ kind: "memory-reader-returned", read: below, origin }];
    case "decision": {
      if (line.decision === "refuse" || line.via === "shell") return [];
      const docs = line.writes.flatMap(({ path }) => toDoc(path) ?? []);
      return docs.map((doc) => ({ kind: "doc-written", doc }));
    }
    default:
      return [];
  }
}
