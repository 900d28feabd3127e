import { NO_RESULT, readName } from "../../policy/call.ts";
import type { SessionEvent } from "../../types.ts";
import {
  type Row,
  type Told,
  type Transcript,
  keyOf,
  parseRows,
  timeOf,
} from "../shared/follow-transcript.ts";
import { field, listIn, textField, textIn, textsIn } from "../shared/payload.ts";
import { toNotes } from "../shared/refresh-tool.ts";
import {
  type Reader,
  toPromptTold,
  toResultTold,
  toReturnTold,
  toContextTold,
} from "../shared/told.ts";
import { toLineRange, toToolResult } from "./tool-result.ts";
import { TOOLS, toNotification, toTyped } from "./tools.ts";

const OTHERS = /^\{"type":"(?!user"|assistant"|system"|attachment")/;

export function createTranscript(reader: Reader): Transcript {
  const known = new Set<unknown>();
  let lines: { readonly id: unknown; readonly told: readonly Told[] }[] = [];
  const read = createRowReader(reader);
  const isOurs = ({ uuid, isSidechain }: Row) =>
    typeof uuid === "string" && !known.has(uuid) && !(reader.isRoot && isSidechain === true);

  /** After the user went back, a row names an earlier line as its parent: drops the lines after that one. */
  function windBack({ parentUuid }: Row): void {
    if (parentUuid === null) lines = [];
    const at = lines.findLastIndex(({ id }) => id === parentUuid);
    if (at !== -1) lines = lines.slice(0, at + 1);
  }

  return {
    async add(text) {
      const added: Told[] = [];
      for (const row of parseRows(text, (line) => !OTHERS.test(line)).filter(isOurs)) {
        const worker = workerIn(row);
        if (worker !== undefined) await reader.learn(worker);
        if (isByHand(row)) windBack(row);
        const line = { id: row["uuid"], told: read(row) };
        known.add(line.id);
        lines.push(line);
        added.push(...line.told);
      }
      return added;
    },
    active: () => lines.flatMap(({ told }) => told),
  };
}

/** Whether a person, or a program in a person's place, entered this row. */
function isByHand(row: Row): boolean {
  return field(row, "origin", "kind") === "human" || row["promptSource"] === "sdk";
}

/** What the user typed; undefined for other rows. */
function typedIn(row: Row): string | undefined {
  if (row["type"] === "attachment") {
    const isPrompt = field(row, "attachment", "type") === "queued_command";
    const isTyped = isPrompt && field(row, "attachment", "humanTurn") === true;
    return isTyped ? textField(row, "attachment", "prompt") : undefined;
  }
  const text = isByHand(row) ? plainText(row) : undefined;
  // Left out: commands that the user runs without the agent, and the host's answers to its own commands.
  return text === undefined || /^<(?:bash|local-command)-/.test(text) ? undefined : toTyped(text);
}

/** The text of a user row that is neither a note of the host nor a summary. */
function plainText(row: Row): string | undefined {
  if (row["type"] !== "user" || row["isMeta"] === true || row["isCompactSummary"] === true) {
    return undefined;
  }
  return textIn(field(row, "message", "content"));
}

/** Our texts that a row added to the conversation. */
function contextIn(row: Row): readonly string[] {
  const isContext = field(row, "attachment", "type") === "hook_additional_context";
  return isContext ? textsIn(field(row, "attachment", "content")) : [];
}

/** The worker and the answer if a row reports a background task, as a message or during a turn. */
function returnedIn(row: Row) {
  const text = textField(row, "attachment", "prompt") ?? plainText(row);
  return text === undefined ? undefined : toNotification(text);
}

/** The worker whose result a row has. */
function workerIn(row: Row): string | undefined {
  return returnedIn(row)?.worker ?? textField(row, "toolUseResult", "agentId");
}

/** Reads rows in order, and remembers calls until their results come. */
function createRowReader(reader: Reader) {
  const { around, isRoot } = reader;
  const calls = new Map<string, { tool: string; args: unknown; folder: string | undefined }>();
  let message: unknown;

  function read(row: Row): Told[] {
    if (row["type"] === "system" && row["subtype"] === "compact_boundary") {
      const summary = textField(row, "uuid") ?? "";
      return [{ key: keyOf.compaction, events: [{ kind: "compacted", summary }] }];
    }
    const typed = typedIn(row);
    if (typed !== undefined) return isRoot ? [toPromptTold(typed)] : [];
    const returned = returnedIn(row);
    if (returned !== undefined)
      return [toReturnTold(returned.worker, reader, timeOf(row), returned.answer)];
    switch (row["type"]) {
      case "assistant":
        return listIn(row["message"], "content").flatMap((part) => readSpoken(row, part));
      case "user":
        return listIn(row["message"], "content").flatMap((part) => readResult(row, part));
      case "attachment":
        return [...contextIn(row).map(toContextTold), ...readFile(row)];
      default:
        return [];
    }
  }

  function readSpoken(row: Row, part: unknown): Told[] {
    const isNew = message !== field(row, "message", "id");
    const began: SessionEvent[] = isNew ? [{ kind: "request-began" }] : [];
    const text = field(part, "type") === "text" ? textField(part, "text") : undefined;
    const [id, tool] = [textField(part, "id"), textField(part, "name")];
    const isCall = field(part, "type") === "tool_use" && id !== undefined && tool !== undefined;
    if (text === undefined && !isCall) return [];
    message = field(row, "message", "id");
    if (text !== undefined)
      return [{ key: keyOf.said, events: [...began, { kind: "said", text }] }];
    if (isCall) calls.set(id, { tool, args: field(part, "input"), folder: textField(row, "cwd") });
    return [{ events: [...began, { kind: "called" }] }];
  }

  function readResult(row: Row, part: unknown): Told[] {
    const id = textField(part, "tool_use_id") ?? "";
    const made = calls.get(id);
    if (made === undefined) return [];
    const content = field(part, "content");
    const text = typeof content === "string" ? content : undefined;
    const hasFailed = field(part, "is_error") === true;
    // A shell command that failed did run, and may have written. Any other failed call did nothing, or was refused.
    const hasRun = TOOLS.kindOf(made.tool) === "shell" && text?.startsWith("Exit code ") === true;
    if (hasFailed && !hasRun) return [{ key: keyOf.result(id), events: [] }];
    const result = hasFailed
      ? { ...NO_RESULT, text: text ?? "" }
      : toToolResult({
          ...made,
          text,
          response: row["toolUseResult"],
          notes: toNotes(field(row, "mcpMeta", "_meta")),
        });
    return [toResultTold(TOOLS, reader, { ...made, id, at: timeOf(row) }, result)];
  }

  /** A file that the user or the host attached. */
  function readFile(row: Row): Told[] {
    const attached = field(row, "attachment");
    const path = field(attached, "type") === "file" ? textField(attached, "filename") : undefined;
    const lines = toLineRange(field(attached, "content"));
    if (path === undefined || lines === undefined) return [];
    const doc = readName(around().bank.paths.toTarget(path));
    if (doc === undefined) return [];
    const origin = { at: timeOf(row), call: undefined };
    return [{ events: [{ kind: "doc-read", doc, lines, origin }] }];
  }

  return read;
}
