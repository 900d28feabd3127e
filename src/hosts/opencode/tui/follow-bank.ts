import { join } from "node:path";
import { languageOfLocale } from "../../../bank/language.ts";
import { openBank } from "../../../io/bank/open-bank.ts";
import { attempt, statOf } from "../../../io/disk/read.ts";
import { stateFolderOf } from "../../../io/disk/state-folder.ts";
import { tailLogs } from "../../../io/log/tail-log.ts";
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
  const nothing: Session = { ...NEW_SESSION, readScope };
  /** The state of the session shown last, folded from the decision log. */
  let looked = "";
  let session = nothing;
  let tail = tailLogs([]);
  /** What its subagents have read in this turn: memory-reader's counts once it has returned, and what its answer is worth. */
  let below: string[] = [];
  let answer: BankStatus["answer"];

  /** Reads what was logged since. The same fold as the plugin's own, of what it has logged. */
  function read(): readonly LogLine[] {
    const { entries } = tail.poll();
    for (const line of entries) {
      if (line.session !== looked) {
        if (line.root === looked && line.kind === "read" && line.whole) below.push(line.doc);
        continue;
      }
      // Its first line is as old as the session: what the host had loaded by then counts as read.
      const startedAt = session.startedAt || line.at;
      session = toEvents(line).reduce(advance, { ...session, startedAt });
      if (line.kind === "turn") [below, answer] = [[], undefined];
      if (line.kind === "reader") answer = line;
    }
    return entries;
  }

  function toEvents(line: LogLine): SessionEvent[] {
    const origin = { at: line.at, call: undefined };
    switch (line.kind) {
      case "turn":
        return [{ kind: "turn-started" }];
      case "compacted":
        return [{ kind: "compacted", summary: String(line.at) }];
      case "read":
        return line.whole ? [{ kind: "doc-read", doc: line.doc, lines: "whole", origin }] : [];
      case "reader":
        return [{ kind: "memory-reader-returned", read: [...below], origin }];
      case "decision": {
        if (line.decision === "refuse" || line.via === "shell") return [];
        return line.writes.flatMap(({ path }) => {
          const { doc } = bank.paths.toTarget(join(bank.paths.root, path));
          return doc === undefined ? [] : [{ kind: "doc-written", doc }];
        });
      }
      default:
        return [];
    }
  }

  function follow(id: string): void {
    if (looked === id) return;
    const folders = attempt(() => [stateFolderOf(bank.paths.bank)], []);
    tail = tailLogs(folders, (line) => line.includes(`"${id}"`));
    [looked, session, below, answer] = [id, nothing, [], undefined];
    read();
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
      // The start screen shows no session.
      if (id !== undefined) follow(id);
      const { language, name, conventions } = bank;
      const isAsked = guardMode !== "off" && settings.log === "on" && conventions.length > 0;
      const isUnread = isAsked && unreadConventions(session, conventions).length > 0;
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
        wrote: session.wrote,
      };
    },
  };
}
