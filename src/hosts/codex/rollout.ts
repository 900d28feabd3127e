import type { SessionEvent } from "../../types.ts";
import {
  type Row,
  type Told,
  type Transcript,
  keyOf,
  parseRows,
  timeOf,
} from "../shared/follow-transcript.ts";
import {
  field,
  isRecord,
  listIn,
  numberField,
  parseJson,
  textField,
  textIn,
} from "../shared/payload.ts";
import {
  type Reader,
  toPromptTold,
  toResultTold,
  toReturnTold,
  toContextTold,
} from "../shared/told.ts";
import { type Called, folderOf, toCall, toCalled, workerIn } from "./items.ts";
import { findFile, readUpTo } from "./rollout-files.ts";
import { type Answered, textOf, toToolResult } from "./tool-result.ts";
import { TOOLS } from "./tools.ts";
import { REFRESH_TOOL } from "./words.ts";

const WANTED =
  /^\{"timestamp":"[^"]*","ordinal":\d+,"type":"(?:session_meta|response_item|compacted|event_msg","payload":\{"type":"item_completed)"/;

/** The wanted lines of a rollout: each payload with its file and number, its kind and its time. */
function readRows(text: string, path: string): Row[] {
  return parseRows(text, (line) => WANTED.test(line)).flatMap(
    ({ payload, type: line, ordinal, timestamp }) =>
      isRecord(payload) ? [{ ...payload, line, at: `${path} ${String(ordinal)}`, timestamp }] : [],
  );
}

/** Puts earlier rows first: a session that was forked, or in which the user went back, begins in another file. */
function withHistory(rows: readonly Row[], path: string): readonly Row[] {
  const base = field(rows[0], "history_base");
  const [id, end] = [textField(base, "thread_id"), numberField(base, "end_byte_offset")];
  const file = id === undefined ? "" : findFile(path, (name) => name.endsWith(`${id}.jsonl`));
  if (file === "" || end === undefined) return rows;
  return [...withHistory(readRows(readUpTo(file, end), file), file), ...rows];
}

/** The text of the parts of this kind if the row is a message of this role. */
function messageIn(row: Row, role: string, kind: string): string | undefined {
  if (row["type"] !== "message" || row["role"] !== role) return undefined;
  const kinds = listIn(row["internal_chat_message_metadata_passthrough"], "content_item_kinds");
  return textIn(listIn(row, "content").filter((_, index) => kinds[index] === kind));
}

/** A subagent's answer. Depending on the model, the row names the subagent by its thread or by its path. */
function returnedIn(row: Row): { name: string; answer: string | undefined } | undefined {
  if (row["type"] === "agent_message") {
    const [head = "", ...payload] = textOf(row).split("\nPayload:\n");
    if (!head.startsWith("Message Type: FINAL_ANSWER\n")) return undefined;
    return { name: textField(row, "author") ?? "", answer: payload.join("\nPayload:\n") };
  }
  const notice = messageIn(row, "user", "multi_agent.subagent_notification") ?? "";
  const told = parseJson(
    /^<subagent_notification>\n([^]*)\n<\/subagent_notification>$/.exec(notice)?.[1] ?? "",
  );
  const name = textField(told, "agent_path");
  return name === undefined ? undefined : { name, answer: textField(told, "status", "completed") };
}

export function createRollout(reader: Reader, path: string): Transcript {
  const told: Told[] = [];
  const known = new Set<unknown>();
  /** Path of a subagent → its thread. */
  const threads = new Map<string, string>();
  const workerOf = (name: string) => threads.get(name) ?? name;
  const read = createRowReader(reader, workerOf);
  return {
    async add(text) {
      const rows = withHistory(readRows(text, path), path).filter(({ at }) => !known.has(at));
      const from = told.length;
      for (const row of rows) {
        known.add(row["at"]);
        const { item } = row;
        const [thread, name] = [workerIn(item), textField(item, "agent_path")];
        if (thread !== undefined && name !== undefined) threads.set(name, thread);
        const returned = returnedIn(row);
        if (returned !== undefined) await reader.learn(workerOf(returned.name));
        told.push(...read(row));
      }
      return told.slice(from);
    },
    // Nothing to take back: after the user went back, Codex continues in another file.
    active: () => [...told],
  };
}

/** Reads rows in order, and remembers calls until their results come. */
function createRowReader(reader: Reader, workerOf: (name: string) => string) {
  const items = new Map<string, Row>();
  const calls = new Map<string, Called>();
  /** Whether what the model does next belongs to a new request. */
  let isAsked = true;

  function read(row: Row): readonly Told[] {
    const { item } = row;
    if (isRecord(item)) return readItem(item);
    const context = messageIn(row, "developer", "hooks.additional_context");
    if (context !== undefined) return [toContextTold(context)];
    const typed = messageIn(row, "user", "user.text")?.trim();
    const returned = returnedIn(row);
    if (row["line"] === "compacted" || typed !== undefined || returned !== undefined)
      isAsked = true;
    if (row["line"] === "compacted") {
      const summary = String(row["at"]);
      return [{ key: keyOf.compaction, events: [{ kind: "compacted", summary }] }];
    }
    if (typed !== undefined) return reader.isRoot ? [toPromptTold(typed)] : [];
    if (returned === undefined) return readCall(row);
    return [toReturnTold(workerOf(returned.name), reader, timeOf(row), returned.answer)];
  }

  function began(): SessionEvent[] {
    const events: SessionEvent[] = isAsked ? [{ kind: "request-began" }] : [];
    isAsked = false;
    return events;
  }

  /** The summary of a compaction comes without an item, so it does not count as said to the user. */
  function readItem(item: Row): Told[] {
    if (item["type"] === "AgentMessage")
      return [{ key: keyOf.said, events: [...began(), { kind: "said", text: textOf(item) }] }];
    items.set(String(item["id"]), item);
    return [];
  }

  function readCall(row: Row): Told[] {
    const id = textField(row, "call_id");
    if (id === undefined) return [];
    switch (row["type"]) {
      case "function_call":
      case "custom_tool_call":
        calls.set(id, toCall(row));
        return [{ events: [...began(), { kind: "called" }] }];
      case "function_call_output":
      case "custom_tool_call_output":
        isAsked = true;
        return readOutput(row, id);
      default:
        return [];
    }
  }

  /** The results of this call, and of the calls that its script made. */
  function readOutput(row: Row, id: string): Told[] {
    const made = calls.get(id);
    calls.delete(id);
    const shown = textOf(row["output"]);
    // Scripts print objects as JSON.
    const response = `${shown}\n${shown.replaceAll("\\n", "\n").replaceAll('\\"', '"')}`;
    // Leave out items of other calls that the model made itself: their output is still to come.
    const ended = [...items].filter(([each]) => !calls.has(each));
    const told = ended.flatMap(([each, item]): Told[] => {
      items.delete(each);
      const call = toCalled(item);
      return call === undefined ? [] : [tell(row, each, { ...call, response, item })];
    });
    // For questions and for work handed to a subagent no item tells the call.
    const kind = made === undefined || made.tool === REFRESH_TOOL ? "" : TOOLS.kindOf(made.tool);
    if (made === undefined || (kind !== "talks" && kind !== "delegates")) return told;
    const item = ended.find(([each]) => each === id)?.[1];
    return [...told, tell(row, id, { ...made, response: row["output"], item })];
  }

  function tell(row: Row, id: string, answered: Answered): Told {
    const ended = { ...answered, id, folder: folderOf(answered.item), at: timeOf(row) };
    return toResultTold(TOOLS, reader, ended, toToolResult(answered));
  }

  return read;
}
