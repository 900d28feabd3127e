import type { SessionEvent } from "../../types.ts";
import { type Row, type Told, type Transcript, keyOf } from "../shared/follow-transcript.ts";
import { parseJson } from "../shared/parse-json.ts";
import { field, isRecord, listIn, numberField, textField, textsIn } from "../shared/payload.ts";
import { toNotes } from "../shared/refresh-notes.ts";
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
import { readSeen, toToolResult } from "./tool-result.ts";
import { TOOLS, patchIn } from "./tools.ts";

/** Most of a rollout's bytes are of no use here, and are not even parsed. */
const WANTED =
  /^\{"timestamp":"[^"]*","ordinal":\d+,"type":"(?:session_meta|response_item|compacted|event_msg","payload":\{"type":"item_completed)"/;

/** What a line says, with its number, its kind and its time. */
function parseRows(text: string): Row[] {
  return text.split("\n").flatMap((line): Row[] => {
    const row = WANTED.test(line) ? parseJson(line) : undefined;
    const payload = field(row, "payload");
    if (!isRecord(payload)) return [];
    const [ordinal, line_, at] = ["ordinal", "type", "timestamp"].map((key) => field(row, key));
    return [{ ...payload, ordinal, line: line_, at }];
  });
}

/** A session that was forked, or in which the user went back, begins in another file. */
function withHistory(rows: readonly Row[], path: string, later: readonly string[]): readonly Row[] {
  const base = field(rows[0], "history_base");
  const [id, end] = [textField(base, "thread_id"), numberField(base, "end_byte_offset")];
  const file = id === undefined ? "" : findFile(path, id);
  const read = [...later, path];
  if (file === "" || read.includes(file) || end === undefined) return rows;
  return [...withHistory(parseRows(readUpTo(file, end)), file, read), ...rows];
}

/** Of what a message is made, part by part. */
function kindsOf(row: Row): readonly string[] {
  return textsIn(field(row, "internal_chat_message_metadata_passthrough", "content_item_kinds"));
}

function textOf(row: Row, kind?: string): string | undefined {
  const kinds = kindsOf(row);
  const texts = listIn(row, "content").flatMap((part, index) =>
    kind === undefined || kinds[index] === kind ? (textField(part, "text") ?? []) : [],
  );
  return texts.length === 0 ? undefined : texts.join("\n");
}

function isMessage(row: Row, role: string): boolean {
  return row["line"] === "response_item" && row["type"] === "message" && row["role"] === role;
}

function typedIn(row: Row): string | undefined {
  return isMessage(row, "user") ? textOf(row, "user.text")?.trim() : undefined;
}

/** Texts of hooks. */
function contextIn(row: Row): readonly string[] {
  const text = isMessage(row, "developer") ? textOf(row, "hooks.additional_context") : undefined;
  return text === undefined ? [] : [text];
}

/** What a subagent has come back with. Those of one generation name its thread, those of the other its path. */
function returnedIn(row: Row): { name: string; answer: string | undefined } | undefined {
  if (row["line"] !== "response_item") return undefined;
  if (row["type"] === "agent_message") {
    const text = textOf(row) ?? "";
    const [head = "", ...payload] = text.split("\nPayload:\n");
    if (!head.startsWith("Message Type: FINAL_ANSWER\n")) return undefined;
    return { name: textField(row, "author") ?? "", answer: payload.join("\nPayload:\n") };
  }
  const notice = isMessage(row, "user") ? textOf(row, "multi_agent.subagent_notification") : "";
  const told = parseJson(
    /^<subagent_notification>\n([^]*)\n<\/subagent_notification>$/.exec(notice ?? "")?.[1] ?? "",
  );
  const name = textField(told, "agent_path");
  return name === undefined ? undefined : { name, answer: textField(told, "status", "completed") };
}

export interface Rollout extends Transcript {
  /** What is known of a call beside what its hook says. */
  readonly find: (callID: string) => { exit: number | undefined; worker: string | undefined };
}

export function createRollout(reader: Reader, path: string): Rollout {
  const items = new Map<string, Item>();
  /** Threads of subagents by their paths. */
  const threads = new Map<string, string>();

  function note(row: Row): Item | undefined {
    const item = row["line"] === "event_msg" ? row["item"] : undefined;
    if (!isRecord(item)) return undefined;
    items.set(String(item["id"]), item);
    const [thread, name] = [workerIn(item), textField(item, "agent_path")];
    if (thread !== undefined && name !== undefined) threads.set(name, thread);
    return item;
  }

  return {
    find(callID) {
      const item = items.get(callID);
      return { exit: numberField(item, "exit_code"), worker: workerIn(item) };
    },
    parse(text) {
      const rows = parseRows(text);
      return rows[0]?.["line"] === "session_meta" ? withHistory(rows, path, []) : rows;
    },
    active: (rows) => rows,
    toLine: (row) => ({
      id: row["ordinal"],
      // Whoever goes back goes on in another file.
      parent: "",
      isTyped: reader.isRoot && typedIn(row) !== undefined,
      isBoundary: row["line"] === "compacted",
      unsaid: undefined,
      context: contextIn(row),
    }),
    async prepare(rows) {
      await TOOLS.prepare("bash");
      for (const row of rows) {
        note(row);
        const returned = returnedIn(row);
        if (returned === undefined) continue;
        await reader.learn(threads.get(returned.name) ?? returned.name);
      }
    },
    createReader: () => createRowReader({ reader, items, threads, note }),
  };
}

interface Memory {
  readonly reader: Reader;
  readonly items: Map<string, Item>;
  readonly threads: ReadonlyMap<string, string>;
  readonly note: (row: Row) => Item | undefined;
}

/** More commands of scripts are not remembered: what they printed may be shown later. */
const MOST_PRINTED = 50;

/** Reads rows in their order, and remembers the calls whose results are still to come. */
function createRowReader({ reader, items, threads, note }: Memory) {
  const { isRoot } = reader;
  const calls = new Map<string, { tool: string; args: unknown }>();
  /** What scripts have called and nobody has told of yet; what their commands printed and the model has not seen. */
  let called: Item[] = [];
  let printed: Item[] = [];
  /** The model will be asked again before it goes on. */
  let isAsked = true;

  function read(row: Row): readonly Told[] {
    if (row["line"] === "compacted") return readBoundary(row);
    const item = note(row);
    if (item !== undefined) return readItem(item);
    const typed = typedIn(row);
    if (typed !== undefined) {
      isAsked = true;
      return isRoot ? [toPromptTold(typed)] : [];
    }
    const context = contextIn(row).flatMap(toTopicTold);
    if (context.length > 0) return context;
    const returned = returnedIn(row);
    if (returned !== undefined) {
      const worker = threads.get(returned.name) ?? returned.name;
      isAsked = true;
      return [toReturnTold(worker, reader, timeOf(row), returned.answer)];
    }
    return readCall(row);
  }

  function readBoundary(row: Row): Told[] {
    isAsked = true;
    printed = [];
    const summary = String(row["ordinal"]);
    return [{ key: keyOf.compaction, events: [{ kind: "compacted", summary }] }];
  }

  function began(): SessionEvent[] {
    const events: SessionEvent[] = isAsked ? [{ kind: "request-began" }] : [];
    isAsked = false;
    return events;
  }

  /** A summary is no message to anybody: there is no item of it. */
  function readItem(item: Item): Told[] {
    if (item["type"] === "AgentMessage") {
      const text = listIn(item, "content").flatMap((part) => textField(part, "text") ?? []);
      const said = text.join("\n");
      return [{ key: keyOf.said(said), events: [...began(), { kind: "said", text: said }] }];
    }
    if (isOfScript(String(item["id"]))) called.push(item);
    return [];
  }

  function readCall(row: Row): Told[] {
    const id = textField(row, "call_id");
    if (row["line"] !== "response_item" || id === undefined) return [];
    switch (row["type"]) {
      case "function_call":
      case "custom_tool_call":
        calls.set(id, toCall(row));
        return [{ key: undefined, events: [...began(), { kind: "called" }] }];
      case "function_call_output":
      case "custom_tool_call_output":
        isAsked = true;
        return [...readScript(row), ...readOutput(row, id)];
      default:
        return [];
    }
  }

  /** A tool that the model has called itself. */
  function readOutput(row: Row, id: string): Told[] {
    const made = calls.get(id);
    const item = items.get(id);
    // Nobody asks for it again, and what a command printed may be much.
    items.delete(id);
    calls.delete(id);
    if (made === undefined) return [];
    const output = field(row, "output");
    const answered = item === undefined ? made : (toCalled(item) ?? made);
    if (!isDone(answered, item, output)) return [];
    const { text, exit } = readSeen(typeof output === "string" ? output : "");
    const isCommand = TOOLS.kindOf(answered.tool) === "shell";
    return [tell(row, item, { ...answered, id }, isCommand ? text : output, exit, true)];
  }

  /** Whatever a script has called, and what the model sees of it by now. */
  function readScript(row: Row): Told[] {
    const ended = called;
    called = [];
    printed = [...printed, ...ended.filter(({ type }) => type === "CommandExecution")];
    const shown = shownIn(row);
    const seen = printed.filter((item) => isShown(field(item, "aggregated_output"), shown));
    printed = printed.filter((item) => !seen.includes(item)).slice(-MOST_PRINTED);
    return [
      ...ended.flatMap((item) => tellItem(row, item, false)),
      ...seen.flatMap((item) =>
        tellItem(row, item, true).map(({ events }) => ({
          key: undefined,
          events: events.filter(({ kind }) => kind === "doc-read"),
        })),
      ),
    ];
  }

  function tellItem(row: Row, item: Item, isSeen: boolean): Told[] {
    const made = toCalled(item);
    if (made === undefined) return [];
    const id = String(item["id"]);
    items.delete(id);
    const output = field(item, "aggregated_output");
    return [tell(row, item, { ...made, id }, output, numberField(item, "exit_code"), isSeen)];
  }

  function tell(
    row: Row,
    item: Item | undefined,
    made: Called & { readonly id: string },
    response: unknown,
    exit: number | undefined,
    isSeen: boolean,
  ): Told {
    const notes = toNotes(field(item, "result", "_meta") ?? field(item, "result", "Ok", "_meta"));
    const result = toToolResult({
      ...made,
      response,
      exit,
      isSeen,
      worker: workerIn(item),
      notes,
    });
    return toResultTold(
      TOOLS,
      reader,
      { ...made, folder: folderOf(item), at: timeOf(row) },
      result,
    );
  }

  return read;
}

/** Of what was refused, or has failed before it began, there is neither an item nor such a line. */
function isDone({ tool, args }: Called, item: Item | undefined, output: unknown): boolean {
  const status = field(item, "status");
  const kind = TOOLS.kindOf(tool);
  if (kind === "patch" || patchIn(tool, args) !== undefined) return status === "completed";
  if (item !== undefined) return status !== "declined";
  if (kind === "shell")
    return typeof output === "string" && /^(?:Chunk ID|Wall time): /.test(output);
  return kind !== undefined;
}

/** All that an output brings before the model. */
function shownIn(row: Row): string {
  const output = field(row, "output");
  if (typeof output === "string") return output;
  return Array.isArray(output)
    ? output.flatMap((part) => textField(part, "text") ?? []).join("\n")
    : "";
}

/** As it is, or as JSON has it, which is how scripts print what is no text. Of nothing, nothing is left out. */
function isShown(printed: unknown, shown: string): boolean {
  if (typeof printed !== "string") return false;
  return shown.includes(printed.trimEnd()) || shown.includes(JSON.stringify(printed).slice(1, -1));
}

function timeOf(row: Row): number {
  return Date.parse(textField(row, "at") ?? "") || 0;
}
