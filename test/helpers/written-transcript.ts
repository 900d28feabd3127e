import { appendFileSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

export type Fields = Readonly<Record<string, unknown>>;

/** Rows as Claude Code writes them: each goes on from the one before, and reaches the file a while later. */
export function createTranscriptFile(path: string, isSidechain = false) {
  let last: string | null = null;
  let count = 0;
  const waiting: string[] = [];

  function add(row: Fields, parent: string | null = last): string {
    const uuid = `${path.slice(-12)}-${count++}`;
    // Later than any change of a doc: a read of an older text does not last.
    const timestamp = new Date(4_000_000_000_000 + count * 1000).toISOString();
    const whole = { parentUuid: parent, isSidechain, uuid, timestamp, ...row };
    waiting.push(JSON.stringify(whole));
    last = uuid;
    return uuid;
  }

  return {
    path,
    add,
    /** A line that belongs to no conversation. */
    noise: () => waiting.push('{"type":"api-request","uuid":"no","body":{"type":"user"}}'),
    get last() {
      return last;
    },
    /** The next row goes on from there. */
    windBack(uuid: string | null) {
      last = uuid;
    },
    user: (content: unknown, more: Fields = {}) =>
      add({ type: "user", message: { role: "user", content }, ...more }),
    prompt: (content: string) =>
      add({ type: "user", message: { role: "user", content }, promptSource: "sdk" }),
    said: (id: string, text: string) =>
      add({ type: "assistant", message: { id, content: [{ type: "text", text }] } }),
    called: (message: string, id: string, name: string, input: object) =>
      add({
        type: "assistant",
        message: { id: message, content: [{ type: "tool_use", id, name, input }] },
      }),
    result(call: string, from: string, content: string, more: Fields = {}, isError = false) {
      const part = {
        type: "tool_result",
        tool_use_id: call,
        content,
        ...(isError && { is_error: true }),
      };
      const message = { role: "user", content: [part] };
      return add({ type: "user", message, sourceToolAssistantUUID: from, ...more }, from);
    },
    attach: (attachment: Fields) => add({ type: "attachment", attachment }),
    boundary(kept: readonly string[], hasParent: boolean) {
      const compactMetadata = { trigger: "auto", preservedMessages: { uuids: kept } };
      const logicalParentUuid = hasParent ? last : "nobody";
      add(
        { type: "system", subtype: "compact_boundary", compactMetadata, logicalParentUuid },
        null,
      );
      add({ type: "user", message: { role: "user", content: "Summary." }, isCompactSummary: true });
    },
    /** The host has written so many of the lines that wait. */
    flush(most = waiting.length) {
      const lines = waiting.splice(0, most);
      if (lines.length === 0) return;
      mkdirSync(dirname(path), { recursive: true });
      appendFileSync(path, lines.map((line) => `${line}\n`).join(""));
    },
  };
}
