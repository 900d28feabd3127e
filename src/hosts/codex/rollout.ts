import type { SessionEvent } from "../../types.ts";
import {
  type Line,
  type Row,
  type Told,
  type Transcript,
  keyOf,
  parseRows,
  timeOf,
} from "../shared/follow-transcript.ts";
import { parseJson } from "../shared/parse-json.ts";
import { field, isRecord, listIn, numberField, textField, textIn } from "../shared/payload.ts";
import { take } from "../shared/take.ts";
import {
  type Reader,
  toPromptTold,
  toResultTold,
  toReturnTold,
  toTopicTold,
} from "../shared/told.ts";
import {
  type Called,
  type Item,
  folderOf,
  isOfScript,
  toCall,
  toCalled,
  workerIn,
} from "./items.ts";
import { findFile, readUpTo } from "./rollout-files.ts";
import { type Answered, readSeen, textOf, toToolResult } from "./tool-result.ts";
import { TOOLS, patchIn } from "./tools.ts";

const WANTED =
  /^\{"timestamp":"[^"]*","ordinal":\d+,"type":"(?:session_meta|response_item|compacted|event_msg","payload":\{"type":"item_completed)"/;

/** What a line of this file says, with its number, its kind and its time. */
function readRows(text: string, path: string): Row[] {
  return parseRows(text, (line) => WANTED.test(line)).flatMap(
    ({ payload, type: line, ordinal, timestamp }) =>
      isRecord(payload) ? [{ ...payload, line, at: `${path} ${String(ordinal)}`, timestamp }] : [],
  );
}

/** A session that was forked, or in which the user went back, begins in another file. */
function withHistory(rows: readonly Row[], path: string, later: readonly string[]): readonly Row[] {
  const base = field(rows[0], "history_base");
  const [id, end] = [textField(base, "thread_id"), numberField(base, "end_byte_offset")];
  const file = id === undefined ? "" : findFile(path, id);
  const read = [...later, path];
  if (file === "" || read.includes(file) || end === undefined) return rows;
  return [...withHistory(readRows(readUpTo(file, end), file), file, read), ...rows];
}

/** The parts of this kind, where a row is a message of this role. */
function messageIn(row: Row, role: string, kind: string): string | undefined {
  if (row["type"] !== "message" || row["role"] !== role) return undefined;
  const kinds = listIn(row["internal_chat_message_metadata_passthrough"], "content_item_kinds");
  return textIn(listIn(row, "content").filter((_, index) => kinds[index] === kind));
}

function typedIn(row: Row): string | undefined {
  return messageIn(row, "user", "user.text")?.trim();
}

/** Texts of hooks. */
function contextIn(row: Row): readonly string[] {
  const text = messageIn(row, "developer", "hooks.additional_context");
  return text === undefined ? [] : [text];
}

/** What a subagent has come back with. Depending on the model it is named by its thread or by its path. */
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

export interface Rollout extends Transcript {
  /** What the host has told of a call whose output is still to come. */
  readonly find: (callID: string) => Item | undefined;
}

export function createRollout(reader: Reader, path: string): Rollout {
  const lines: Line[] = [];
  const known = new Set<unknown>();
  const items = new Map<string, Item>();
  /** Threads of subagents by their paths. */
  const threads = new Map<string, string>();
  const workerOf = (name: string) => threads.get(name) ?? name;
  const read = createRowReader(reader, items, workerOf);
  return {
    find: (callID) => items.get(callID),
    async add(text) {
      const rows = withHistory(readRows(text, path), path, []).filter(({ at }) => !known.has(at));
      const from = lines.length;
      for (const row of rows) {
        known.add(row["at"]);
        const { item } = row;
        const [thread, name] = [workerIn(item), textField(item, "agent_path")];
        if (thread !== undefined && name !== undefined) threads.set(name, thread);
        const returned = returnedIn(row);
        if (returned !== undefined) await reader.learn(workerOf(returned.name));
        lines.push({ context: contextIn(row), told: read(row) });
      }
      return lines.slice(from);
    },
    // After the user has gone back, Codex goes on in another file.
    active: () => [...lines],
  };
}

type Ended = Omit<Answered, "isSeen"> & { readonly id: string };

/** Reads rows in their order, and remembers the calls whose results are still to come. */
function createRowReader(
  reader: Reader,
  items: Map<string, Item>,
  workerOf: (name: string) => string,
) {
  const calls = new Map<string, Called>();
  /** What scripts have called and nobody has told of yet. */
  let called: Ended[] = [];
  /** The model will be asked again before it goes on. */
  let isAsked = true;

  function read(row: Row): readonly Told[] {
    if (row["line"] === "compacted") return readBoundary(row);
    const { item } = row;
    if (isRecord(item)) return readItem(item);
    const typed = typedIn(row);
    if (typed !== undefined) {
      isAsked = true;
      return reader.isRoot ? [toPromptTold(typed)] : [];
    }
    const context = contextIn(row).flatMap(toTopicTold);
    if (context.length > 0) return context;
    const returned = returnedIn(row);
    if (returned !== undefined) {
      isAsked = true;
      return [toReturnTold(workerOf(returned.name), reader, timeOf(row), returned.answer)];
    }
    return readCall(row);
  }

  function readBoundary(row: Row): Told[] {
    isAsked = true;
    const summary = String(row["at"]);
    return [{ key: keyOf.compaction, events: [{ kind: "compacted", summary }] }];
  }

  function began(): SessionEvent[] {
    const events: SessionEvent[] = isAsked ? [{ kind: "request-began" }] : [];
    isAsked = false;
    return events;
  }

  /** There is no item of a summary, which nobody is told. */
  function readItem(item: Item): Told[] {
    if (item["type"] === "AgentMessage")
      return [{ key: keyOf.said, events: [...began(), { kind: "said", text: textOf(item) }] }];
    const [id, call] = [String(item["id"]), toCalled(item)];
    items.set(id, item);
    const [response, exit] = [item["aggregated_output"], numberField(item, "exit_code")];
    if (isOfScript(id) && call !== undefined) called.push({ ...call, id, response, exit, item });
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
        return [...readScript(row), ...readOutput(row, id)];
      default:
        return [];
    }
  }

  /** A tool that the model has called itself. Its item may be large, and is forgotten. */
  function readOutput(row: Row, id: string): Told[] {
    const [made, item] = [take(calls, id), take(items, id)];
    const { output } = row;
    const call = (item && toCalled(item)) ?? (made && isDone(made, output) ? made : undefined);
    if (made === undefined || call === undefined) return [];
    const { text, exit } = readSeen(textOf(output));
    const response = TOOLS.kindOf(call.tool) === "shell" ? text : output;
    return [tell(row, { ...call, id, response, exit, item }, true)];
  }

  /** Whatever a script has called. Of its commands the model sees what the script's output shows. */
  function readScript(row: Row): Told[] {
    const ended = called;
    called = [];
    const shown = textOf(row["output"]);
    return ended.map((each) => {
      const { response } = each;
      return tell(row, each, typeof response === "string" && isShown(response, shown));
    });
  }

  function tell(row: Row, ended: Ended, isSeen: boolean): Told {
    items.delete(ended.id);
    const call = { ...ended, folder: folderOf(ended.item), at: timeOf(row) };
    return toResultTold(TOOLS, reader, call, toToolResult({ ...ended, isSeen }));
  }

  return read;
}

/** A call that was refused, or failed before it began, has neither an item nor such a first line. */
function isDone({ tool, args }: Called, output: unknown): boolean {
  if (patchIn(tool, args) !== undefined) return false;
  const kind = TOOLS.kindOf(tool);
  return kind === "shell" ? /^(?:Chunk ID|Wall time): /.test(textOf(output)) : kind !== undefined;
}

/** As it is, or as JSON, which is how scripts print objects. */
function isShown(printed: string, shown: string): boolean {
  return shown.includes(printed.trimEnd()) || shown.includes(JSON.stringify(printed).slice(1, -1));
}
