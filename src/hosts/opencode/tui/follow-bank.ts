import { join, relative, sep } from "node:path";
import { languageOfLocale } from "../../../bank/language.ts";
import { openBank } from "../../../io/bank/open-bank.ts";
import { attempt, statOf } from "../../../io/disk/read.ts";
import { stateFolderOf } from "../../../io/disk/state-folder.ts";
import { type LogTail, tailLogs } from "../../../io/log/tail-log.ts";
import { missingAnchors } from "../../../policy/missing-anchors.ts";
import { findOffer } from "../../../policy/proposals/find-offer.ts";
import { unreadConventions } from "../../../policy/session.ts";
import { readSettings } from "../../../runtime/settings.ts";
import type { LogLine } from "../../../types.ts";
import { WORDS } from "../words.ts";
import { type Followed, foldLine, newFollowed } from "./fold-log.ts";
import { type BankStatus, renderToast } from "./render-status.ts";
import type { Terminal } from "./terminal.ts";

interface Follower {
  readonly tail: LogTail;
  followed: Followed;
}

/** Somebody looks at one session, and may go back to another. */
const MOST_FOLLOWED = 5;
/** Clocks of file systems tick coarsely. */
const TICK = 2000;

/**
 * What the plugin knows, from where it is at hand anyway: the bank, the decision log, the host's own messages.
 * The log is read as far as it is about a session that is looked at.
 */
export function followBank({ directory, worktree, options, isServed, lastWords }: Terminal) {
  const { settings } = readSettings(process.env, options, { directory, worktree });
  const bank = openBank({
    ...settings,
    directory,
    worktree,
    locale: languageOfLocale(process.env["LC_ALL"] || process.env["LANG"]),
    words: WORDS,
    onProblem: () => {},
  });
  const folder = () => attempt(() => stateFolderOf(bank.paths.bank), undefined);
  const followers = new Map<string, Follower>();

  function toDoc(path: string): string | undefined {
    const prefix = relative(bank.paths.root, bank.paths.bank).split(sep).join("/");
    return path.startsWith(`${prefix}/`) ? path.slice(prefix.length + 1) : undefined;
  }

  function follow(id: string): Followed {
    const known = followers.get(id);
    if (known !== undefined) return known.followed;
    const state = settings.log === "off" ? undefined : folder();
    if (state === undefined) return newFollowed(settings.readScope);
    const follower: Follower = {
      tail: tailLogs([state], (line) => line.includes(`"${id}"`)),
      followed: newFollowed(settings.readScope),
    };
    followers.set(id, follower);
    const [oldest] = followers.keys();
    if (followers.size > MOST_FOLLOWED && oldest !== undefined) followers.delete(oldest);
    read(id, follower);
    return follower.followed;
  }

  function read(id: string, follower: Follower): readonly LogLine[] {
    const { entries } = follower.tail.poll();
    follower.followed = entries.reduce(
      (followed, line) => foldLine(followed, line, id, toDoc),
      follower.followed,
    );
    return entries;
  }

  /** Whether the file was written since: a tool may have failed. */
  function isWritten(doc: string, at: number): boolean {
    return (statOf(join(bank.paths.bank, doc))?.mtimeMs ?? 0) >= at - TICK;
  }

  function conventionsOf({ session }: Followed): BankStatus["conventions"] {
    const { conventions } = bank;
    const isAsked = settings.guardMode !== "off" && settings.log === "on";
    if (!isAsked || conventions.length === 0) return undefined;
    return unreadConventions(session, conventions).length === 0 ? "read" : "unread";
  }

  return {
    isDisabled: settings.disabled,

    /** Reads what was logged since; returns what there is to show of it at once. */
    poll(): readonly string[] {
      const lines = [...followers].flatMap(([id, follower]) => read(id, follower));
      if (settings.toasts === "off") return [];
      return lines.flatMap((line) => renderToast(line, bank.language) ?? []);
    },

    status(id: string | undefined): BankStatus {
      const followed = id === undefined ? newFollowed(settings.readScope) : follow(id);
      const { language, name } = bank;
      const missing = settings.guardMode === "off" ? [] : missingAnchors(followed.session, bank);
      return {
        name,
        language,
        guardMode: settings.guardMode,
        isServed,
        hasEntry: bank.renderBlock() !== undefined,
        conventions: conventionsOf(followed),
        answer: followed.answer,
        missing: missing.map(({ doc }) => doc),
        offer: id === undefined ? [] : (findOffer(lastWords(id) ?? "")?.targets ?? []),
        read: followed.read,
        wrote: [...followed.wrote].flatMap(([doc, at]) => (isWritten(doc, at) ? [doc] : [])),
      };
    },
  };
}
