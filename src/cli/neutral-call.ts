import type { Paths } from "../io/disk/paths.ts";
import { toShellCall } from "../runtime/shell-call.ts";
import { readName } from "../policy/call.ts";
import { NEW_SESSION, advance } from "../policy/session.ts";
import type { Session, ToolCall, Write, WriteEffect } from "../types.ts";
import type { Opened } from "./open.ts";

export interface CallOptions {
  readonly write?: readonly string[];
  readonly read?: readonly string[];
  readonly delete?: readonly string[];
  readonly bash?: string;
}

export interface StateOptions {
  readonly unread?: true;
  readonly haveRead?: true;
  readonly recovery?: true | readonly string[];
}

/** What a host would have made of the call. */
export function toCall(options: CallOptions, { bank, location }: Opened): ToolCall {
  const { paths } = bank;
  const { directory: folder, root } = location;
  const shell = toShellCall(options.bash ?? "", { folder, root, paths });
  return {
    ...shell,
    via: options.bash === undefined ? "tool" : "shell",
    reads: [
      ...shell.reads,
      ...(options.read ?? []).map((path) => ({ target: paths.toTarget(path), whole: true })),
    ],
    writes: [
      ...shell.writes,
      ...(options.write ?? []).map((path) => toWrite(paths, path, "change")),
      ...(options.delete ?? []).map((path) => toWrite(paths, path, "delete")),
    ],
  };
}

function toWrite(paths: Paths, path: string, effect: WriteEffect): Write {
  const target = effect === "delete" ? paths.toEntry(path) : paths.toWritten(path);
  return { target, effect, by: "" };
}

/** A session of one turn, with what was read in it and, before that, a compaction. */
export function toSession(
  { haveRead, recovery }: StateOptions,
  { bank, settings }: Opened,
): Session {
  const { readScope } = settings;
  let session = advance({ ...NEW_SESSION, readScope }, { kind: "turn-started" });
  // Of a user who has said nothing about saving.
  session = advance(session, { kind: "user-spoke", text: "" });
  if (recovery !== undefined) {
    for (const name of recovery === true ? [] : recovery) {
      const doc = readName(bank.paths.toTarget(name));
      session = advance(session, { kind: "doc-read", doc: doc ?? name, lines: "whole" });
    }
    session = advance(session, { kind: "compacted", summary: "explain" });
  }
  if (haveRead === undefined) return session;
  // Of the files as they are now.
  const origin = { at: Infinity, call: undefined };
  return bank.conventions.reduce(
    (state, { doc }) => advance(state, { kind: "doc-read", doc, lines: "whole", origin }),
    session,
  );
}
