import { appendFileSync, mkdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Fields } from "./written-transcript.ts";

export type RolloutFile = ReturnType<typeof createRolloutFile>;

/** Where Codex puts the rollout of this name that begins at a time such as 2026-11-18T00-25-04. */
export function rolloutPath(sessions: string, time: string, name: string): string {
  const [day = ""] = time.split("T");
  return join(sessions, ...day.split("-"), `rollout-${time}-${name}.jsonl`);
}

/** Lines as Codex writes them: at once, each with its number. The first one says whose they are. */
export function createRolloutFile(path: string, meta: Fields, first = 0) {
  let ordinal = first;
  mkdirSync(dirname(path), { recursive: true });

  function add(type: string, payload: Fields): void {
    const timestamp = new Date(4_000_000_000_000 + ordinal * 1000).toISOString();
    const line = { timestamp, ordinal: ordinal++, type, payload };
    appendFileSync(path, `${JSON.stringify(line)}\n`);
  }

  const respond = (payload: Fields) => add("response_item", payload);
  const tell = (payload: Fields) => add("event_msg", payload);
  const item = (done: Fields) =>
    tell({ type: "item_completed", thread_id: meta["id"], item: done });

  function message(role: string, kind: string, ...texts: readonly string[]): void {
    const content = texts.map((text) => ({ type: "input_text", text }));
    const content_item_kinds = texts.map(() => kind);
    respond({
      type: "message",
      role,
      content,
      internal_chat_message_metadata_passthrough: { content_item_kinds },
    });
  }

  add("session_meta", meta);
  return {
    path,
    add,
    item,
    message,
    /** Where the next line will be. */
    get end() {
      return { ordinal, byte: statSync(path).size };
    },
    raw: (line: string) => appendFileSync(path, `${line}\n`),
    noise() {
      tell({ type: "token_count", info: { type: "item_completed" } });
      add("world_state", { type: "message", role: "user" });
    },
    typed(text: string) {
      message("user", "user.text", text);
      item({ type: "UserMessage", id: `u${ordinal}`, content: [{ type: "text", text }] });
    },
    context(texts: readonly string[]) {
      for (const text of texts) message("developer", "hooks.additional_context", text);
    },
    said(text: string) {
      item({ type: "AgentMessage", id: `msg_${ordinal}`, content: [{ type: "Text", text }] });
      message("assistant", "unknown", text);
    },
    /** The summary stands there like something said, but there is no item of it. */
    compacted(summary: string) {
      message("assistant", "unknown", summary);
      const content = [{ type: "input_text", text: "An old prompt" }];
      const prompt = { type: "message", role: "user", content };
      add("compacted", { message: summary, replacement_history: [prompt] });
      item({ type: "ContextCompaction", id: `compaction-${ordinal}` });
    },
    called(call_id: string, name: string, args: Fields, namespace?: string) {
      const more = namespace === undefined ? {} : { namespace };
      respond({ type: "function_call", name, ...more, arguments: JSON.stringify(args), call_id });
    },
    /** A script, or a patch. */
    custom: (call_id: string, name: string, input: string) =>
      respond({ type: "custom_tool_call", call_id, name, input }),
    output: (call_id: string, output: unknown) =>
      respond({ type: "function_call_output", call_id, output }),
    customOutput: (call_id: string, output: unknown) =>
      respond({ type: "custom_tool_call_output", call_id, output }),
    /** What the model sees of a script. */
    printed(call_id: string, ...texts: readonly string[]) {
      const parts = ["Script completed\nWall time 0.1 seconds\nOutput:\n", ...texts];
      const output = parts.map((text) => ({ type: "input_text", text }));
      respond({ type: "custom_tool_call_output", call_id, output });
    },
    aborted() {
      message(
        "user",
        "generic.turn_aborted",
        "<turn_aborted>\nThe user interrupted.\n</turn_aborted>",
      );
      tell({ type: "turn_aborted", reason: "interrupted" });
    },
    /** The answers of subagents, of either generation. */
    notified(thread: string, status: Fields) {
      const notice = JSON.stringify({ agent_path: thread, status });
      const text = `<subagent_notification>\n${notice}\n</subagent_notification>`;
      message("user", "multi_agent.subagent_notification", text);
    },
    reported(author: string, kind: string, text: string) {
      const said = `Message Type: ${kind}\nTask name: /root\nSender: ${author}\nPayload:\n${text}`;
      const content = [{ type: "input_text", text: said }];
      respond({ type: "agent_message", author, recipient: "/root", content });
    },
  };
}

/** A command that has ended. */
export function ranItem(
  id: string,
  command: string,
  cwd: string,
  output: string,
  exit = 0,
): Fields {
  return {
    type: "CommandExecution",
    id,
    command: ["/bin/bash", "-lc", command],
    cwd: `file://${cwd}`,
    status: exit === 0 ? "completed" : "failed",
    aggregated_output: output,
    exit_code: exit,
  };
}

/** What the model sees of it where it has called it itself. */
export function ranOutput(output: string, exit = 0): string {
  return `Chunk ID: 259dfe\nWall time: 0.0000 seconds\nProcess exited with code ${exit}\nOriginal token count: 2\nOutput:\n${output}`;
}
