import { readName } from "../../policy/call.ts";
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
import { field, textField, textIn, textsIn } from "../shared/payload.ts";
import { toNotes } from "../shared/refresh-tool.ts";
import { take } from "../shared/take.ts";
import {
  type Reader,
  toPromptTold,
  toResultTold,
  toReturnTold,
  toTopicTold,
} from "../shared/told.ts";
import { toFailedResult, toLineRange, toToolResult } from "./tool-result.ts";
import { TOOLS, toNotification, toTyped } from "./tools.ts";

const OTHERS = /^\{"type":"(?!user"|assistant"|system"|attachment")/;

/** A line, with what connects it with other lines. */
interface Linked extends Line {
  readonly id: unknown;
  /** The line that it goes on from, over a compaction, too. */
  readonly parent: unknown;
  readonly isBoundary: boolean;
  readonly isAttachment: boolean;
  /** The message that it is a part of. */
  readonly message: string | undefined;
  /** The line with the call that it is the result of. */
  readonly caller: unknown;
}

export function createTranscript(reader: Reader): Transcript {
  const lines: Linked[] = [];
  const byId = new Map<unknown, Linked>();
  const read = createRowReader(reader);
  const isOurs = ({ uuid, isSidechain }: Row) =>
    typeof uuid === "string" && !byId.has(uuid) && !(reader.isRoot && isSidechain === true);
  return {
    async add(text) {
      const rows = parseRows(text, (line) => !OTHERS.test(line)).filter(isOurs);
      const from = lines.length;
      for (const row of rows) {
        const worker = workerIn(row);
        if (worker !== undefined) await reader.learn(worker);
        const line = { ...toLinks(row), context: contextIn(row), told: read(row) };
        byId.set(line.id, line);
        lines.push(line);
      }
      return lines.slice(from);
    },
    active: () => activeOf(lines, byId),
  };
}

function toLinks(row: Row): Omit<Linked, keyof Line> {
  return {
    id: row["uuid"],
    parent: row["parentUuid"] ?? row["logicalParentUuid"],
    isBoundary: isBoundary(row),
    isAttachment: row["type"] === "attachment",
    message: textField(row, "message", "id"),
    caller: row["sourceToolAssistantUUID"],
  };
}

/**
 * The lines that are in the conversation now: from the last one back to the first; and the calls and results of
 * parallel calls, which stand in branches of their own.
 */
function activeOf(lines: readonly Linked[], byId: ReadonlyMap<unknown, Linked>): Linked[] {
  const way = new Set<Linked>();
  let line = lines.at(-1);
  while (line !== undefined && !way.has(line)) {
    way.add(line);
    // A compaction may name a parent that is not in the file: then the line before it is its parent.
    const before = line.isBoundary ? lines[lines.indexOf(line) - 1] : undefined;
    line = byId.get(line.parent) ?? before;
  }
  const messages = new Set([...way].map(({ message }) => message));
  messages.delete(undefined);
  const callers = new Set<unknown>();
  /** Results of calls of these messages. A text that a hook added to a result has the result as its parent. */
  const results = new Set<unknown>();
  return lines.filter((each) => {
    const isSpoken = messages.has(each.message);
    const isResult = callers.has(each.caller);
    const isBeside = each.isAttachment && results.has(each.parent);
    if (isSpoken) callers.add(each.id);
    if (isResult || isBeside) results.add(each.id);
    return way.has(each) || isSpoken || isResult || isBeside;
  });
}

function isBoundary(row: Row): boolean {
  return row["type"] === "system" && row["subtype"] === "compact_boundary";
}

/** What the user typed; undefined if the row is something else. */
function typedIn(row: Row): string | undefined {
  if (row["type"] === "attachment") {
    const isPrompt = field(row, "attachment", "type") === "queued_command";
    const isTyped = isPrompt && field(row, "attachment", "humanTurn") === true;
    return isTyped ? textField(row, "attachment", "prompt") : undefined;
  }
  const isMarked = field(row, "origin", "kind") === "human" || row["promptSource"] === "sdk";
  const text = isMarked ? plainText(row) : undefined;
  // What the user runs without the agent, and what the host answers to its own commands.
  return text === undefined || /^<(?:bash|local-command)-/.test(text) ? undefined : toTyped(text);
}

/** What the user's side of the conversation says, where it is no result and no summary. */
function plainText(row: Row): string | undefined {
  if (row["type"] !== "user" || row["isMeta"] === true || row["isCompactSummary"] === true) {
    return undefined;
  }
  return textIn(field(row, "message", "content"));
}

/** The texts of ours that a row brought into the conversation. */
function contextIn(row: Row): readonly string[] {
  const isContext = field(row, "attachment", "type") === "hook_additional_context";
  return isContext ? textsIn(field(row, "attachment", "content")) : [];
}

/** What a worker in the background has come back with: by a message, or during a turn. */
function returnedIn(row: Row) {
  const text = textField(row, "attachment", "prompt") ?? plainText(row);
  return text === undefined ? undefined : toNotification(text);
}

/** The worker whose work a row brings. */
function workerIn(row: Row): string | undefined {
  return returnedIn(row)?.worker ?? textField(row, "toolUseResult", "agentId");
}

/** Reads rows in their order, and remembers the calls whose results are still to come. */
function createRowReader(reader: Reader) {
  const { around, isRoot } = reader;
  const calls = new Map<string, { tool: string; args: unknown; folder: string | undefined }>();
  /** The reads that each row tells of. */
  const shown = new Map<unknown, readonly SessionEvent[]>();
  let message: unknown;
  /** The file begins with a compaction, as that of a fork does: what was read before is in no line. */
  let isCutOff: boolean | undefined;

  function read(row: Row): Told[] {
    isCutOff ??= isBoundary(row);
    if (isBoundary(row)) return readBoundary(row);
    const typed = typedIn(row);
    if (typed !== undefined) return isRoot ? [toPromptTold(typed)] : [];
    const returned = returnedIn(row);
    if (returned !== undefined)
      return [toReturnTold(returned.worker, reader, timeOf(row), returned.answer)];
    switch (row["type"]) {
      case "assistant":
        return partsOf(row).flatMap((part) => readSpoken(row, part));
      case "user":
        return partsOf(row).flatMap((part) => readResult(row, part));
      case "attachment":
        return [...readAnchors(row), ...contextIn(row).flatMap(toTopicTold), ...readFile(row)];
      default:
        return [];
    }
  }

  /** A compaction keeps the last messages word for word: what they read stays read. */
  function readBoundary(row: Row): Told[] {
    const summary = textField(row, "uuid") ?? "";
    const kept = textsIn(field(row, "compactMetadata", "preservedMessages", "uuids"));
    const events = kept.flatMap((uuid) => shown.get(uuid) ?? []);
    return [{ key: keyOf.compaction, events: [{ kind: "compacted", summary }, ...events] }];
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
    const made = take(calls, id);
    if (made === undefined) return [];
    const content = field(part, "content");
    const text = typeof content === "string" ? content : undefined;
    const hasFailed = field(part, "is_error") === true;
    if (hasFailed && !isFailedCommand(made.tool, text))
      return [{ key: keyOf.result(id), events: [] }];
    const result = hasFailed
      ? toFailedResult(text ?? "")
      : toToolResult({
          ...made,
          text,
          response: row["toolUseResult"],
          notes: toNotes(field(row, "mcpMeta", "_meta")),
        });
    const told = toResultTold(TOOLS, reader, { ...made, id, at: timeOf(row) }, result);
    show(row, told.events);
    return [told];
  }

  function show(row: Row, events: readonly SessionEvent[]): void {
    const reads = events.filter(({ kind }) => kind === "doc-read");
    if (reads.length > 0) shown.set(row["uuid"], reads);
  }

  /** In a fork, the docs that had to be read again after the compaction: a text of ours names them. */
  function readAnchors(row: Row): Told[] {
    const listed = /<memory-bank-anchors>([^]*)<\/memory-bank-anchors>/.exec(
      contextIn(row).join("\n"),
    )?.[1];
    if (isCutOff !== true || listed === undefined) return [];
    isCutOff = false;
    const { toTarget } = around().paths();
    const docs = [...listed.matchAll(/^- (.+)$/gm)].flatMap(
      ([, path = ""]) => toTarget(path).doc ?? [],
    );
    const lines = { from: 1, to: 1, total: undefined };
    const origin = { at: timeOf(row), call: undefined };
    const reads = docs.map((doc) => ({ kind: "doc-read" as const, doc, lines, origin }));
    const summary = textField(row, "uuid") ?? "";
    return [{ events: [...reads, { kind: "compacted", summary }] }];
  }

  /** A file that the user or the host attached. */
  function readFile(row: Row): Told[] {
    const attached = field(row, "attachment");
    const path = field(attached, "type") === "file" ? textField(attached, "filename") : undefined;
    const lines = toLineRange(field(attached, "content"));
    if (path === undefined || lines === undefined) return [];
    const doc = readName(around().paths().toTarget(path));
    if (doc === undefined) return [];
    const origin = { at: timeOf(row), call: undefined };
    const events = [{ kind: "doc-read" as const, doc, lines, origin }];
    show(row, events);
    return [{ events }];
  }

  return read;
}

/** It ran, and may have written; another call that failed did nothing, or was refused. */
function isFailedCommand(tool: string, text = ""): boolean {
  return TOOLS.kindOf(tool) === "shell" && text.startsWith("Exit code ");
}

function partsOf(row: Row): readonly unknown[] {
  const content = field(row, "message", "content");
  return Array.isArray(content) ? content : [];
}
