import { NEW_SESSION, advance } from "../policy/session.ts";
import { toShellCall } from "../runtime/shell-call.ts";
import type { Session, ToolCall } from "../types.ts";
import type { Opened } from "./open.ts";

export interface CallOptions {
  readonly edit?: readonly string[];
  readonly bash?: string;
}

/** What a host would have made of the call. */
export function toCall({ edit = [], bash }: CallOptions, { bank, location }: Opened): ToolCall {
  const { paths } = bank;
  const { directory: folder, root } = location;
  const call = toShellCall(bash ?? "", { folder, root, paths });
  if (bash !== undefined) return call;
  const writes = edit.map((path) => ({
    target: paths.toTarget(path),
    effect: "change" as const,
    by: "",
  }));
  return { ...call, via: "tool", writes, effectCheck: undefined };
}

/** In its first turn, of a user who has said nothing about saving. */
export function newSession({ settings }: Opened): Session {
  const started = advance(
    { ...NEW_SESSION, readScope: settings.readScope },
    { kind: "turn-started" },
  );
  return advance(started, { kind: "user-spoke", text: "" });
}
