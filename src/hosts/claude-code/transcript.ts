import { readName } from "../../policy/call.ts";
import type { SessionEvent } from "../../types.ts";
import { type Told, type Transcript, keyOf } from "../shared/follow-transcript.ts";
import { field, textField, textIn, textsIn } from "../shared/payload.ts";
import { toNotes } from "../shared/refresh-tool.ts";
import { type Row, parseRows, timeOf } from "../shared/rows.ts";
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

/**
 * The rows that are in the conversation now: from the last one back to the first, over a compaction by its
 * logical parent; and the calls and results of parallel calls, which stand in branches of their own.
 */
function activeRows(rows: readonly Row[]): readonly Row[] {
  const byId = new Map(rows.map((row) => [row["uuid"], row]));
  const active = new Set<unknown>();
  let row = rows.at(-1);
  while (row !== undefined && !active.has(row["uuid"])) {
    active.add(row["uuid"]);
    const parent = row["parentUuid"] ?? row["logicalParentUuid"];
    const above = byId.get(parent);
    // Once a boundary named a line that is not there: what stands before it in the file goes on.
    row = above ?? (isBoundary(row) ? rows[rows.indexOf(row) - 1] : undefined);
  }
  const messages = new Set(
    rows.filter(({ uuid }) => active.has(uuid)).map((each) => textField(each, "message", "id")),
  );
  messages.delete(undefined);
  const speakers = new Set<unknown>();
  /** Of calls of messages that are there; what was said beside one stands behind it. */
  const results = new Set<unknown>();
  return rows.filter((each) => {
    const isSpoken = messages.has(textField(each, "message", "id"));
    const isResult = speakers.has(each["sourceToolAssistantUUID"]);
    const isBeside = each["type"] === "attachment" && results.has(each["parentUuid"]);
    if (isSpoken) speakers.add(each["uuid"]);
    if (isResult || isBeside) results.add(each["uuid"]);
    return active.has(each["uuid"]) || isSpoken || isResult || isBeside;
  });
}

function isBoundary(row: Row): boolean {
  return row["type"] === "system" && row["subtype"] === "compact_boundary";
}

/** What the user typed, where a row is that. */
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

/** What looks like a prompt and was not typed: it was scheduled, or brought by the host. */
function unsaidIn(row: Row): string | undefined {
  if (typedIn(row) !== undefined) return undefined;
  const text =
    row["type"] === "attachment"
      ? textField(row, "attachment", "prompt")
      : textField(row, "message", "content");
  return text === undefined || row["type"] === "assistant" ? undefined : toTyped(text);
}

/** The texts of ours that a row brought into the conversation. */
function contextIn(row: Row): readonly string[] {
  const isContext = field(row, "attachment", "type") === "hook_additional_context";
  return isContext ? textsIn(field(row, "attachment", "content")) : [];
}

export function createTranscript(reader: Reader): Transcript {
  return {
    parse: (text) =>
      parseRows(text, (line) => !OTHERS.test(line)).filter(
        ({ uuid, isSidechain }) =>
          typeof uuid === "string" && !(reader.isRoot && isSidechain === true),
      ),
    active: activeRows,
    toLine: (row) => ({
      id: row["uuid"],
      parent: textField(row, "parentUuid"),
      isTyped: typedIn(row) !== undefined,
      isBoundary: isBoundary(row),
      unsaid: unsaidIn(row),
      context: contextIn(row),
    }),
    async prepare(rows) {
      for (const row of rows) {
        const worker = workerIn(row);
        if (worker !== undefined) await reader.learn(worker);
        if (row["type"] !== "assistant") continue;
        for (const part of partsOf(row)) await TOOLS.prepare(textField(part, "name") ?? "read");
      }
    },
    createReader: () => createRowReader(reader),
  };
}

/** The worker whose work a row brings. */
function workerIn(row: Row): string | undefined {
  const text = textField(row, "attachment", "prompt") ?? plainText(row);
  const notified = text === undefined ? undefined : toNotification(text)?.worker;
  return notified ?? textField(row, "toolUseResult", "agentId");
}

/** Reads rows in their order, and remembers the calls whose results are still to come. */
function createRowReader(reader: Reader) {
  const { around, isRoot } = reader;
  const calls = new Map<string, { tool: string; args: unknown; folder: string | undefined }>();
  /** The reads of each row since the last compaction. */
  const shown = new Map<string, readonly SessionEvent[]>();
  let message: unknown;
  /** A fork begins with the compaction; what was read before it is in no line. */
  let isCutOff: boolean | undefined;

  function read(row: Row): Told[] {
    isCutOff ??= isBoundary(row);
    if (isBoundary(row)) return readBoundary(row);
    const typed = typedIn(row);
    if (typed !== undefined) return isRoot ? [toPromptTold(typed)] : [];
    switch (row["type"]) {
      case "assistant":
        return partsOf(row).flatMap((part) => readSpoken(row, part));
      case "user":
        return [
          ...partsOf(row).flatMap((part) => readResult(row, part)),
          ...returned(row, plainText(row) ?? ""),
        ];
      case "attachment":
        return readAttached(row);
      default:
        return [];
    }
  }

  /** The host keeps the last messages word for word. */
  function readBoundary(row: Row): Told[] {
    const summary = textField(row, "uuid") ?? "";
    const kept = textsIn(field(row, "compactMetadata", "preservedMessages", "uuids"));
    const events = kept.flatMap((uuid) => shown.get(uuid) ?? []);
    for (const uuid of shown.keys()) if (!kept.includes(uuid)) shown.delete(uuid);
    return [
      { key: keyOf.compaction, events: [{ kind: "compacted", summary }] },
      ...(events.length === 0 ? [] : [{ key: undefined, events }]),
    ];
  }

  function readSpoken(row: Row, part: unknown): Told[] {
    const isNew = message !== field(row, "message", "id");
    const began: SessionEvent[] = isNew ? [{ kind: "request-began" }] : [];
    const text = field(part, "type") === "text" ? textField(part, "text") : undefined;
    if (text !== undefined) {
      message = field(row, "message", "id");
      return [{ key: keyOf.said(text), events: [...began, { kind: "said", text }] }];
    }
    const id = textField(part, "id");
    const tool = textField(part, "name");
    if (field(part, "type") !== "tool_use" || id === undefined || tool === undefined) return [];
    message = field(row, "message", "id");
    calls.set(id, { tool, args: field(part, "input"), folder: textField(row, "cwd") });
    return [{ key: undefined, events: [...began, { kind: "called" }] }];
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
    if (reads.length > 0) shown.set(textField(row, "uuid") ?? "", reads);
  }

  function returned(row: Row, text: string): Told[] {
    const { worker, answer } = toNotification(text) ?? {};
    if (worker === undefined) return [];
    return [toReturnTold(worker, reader, timeOf(row), answer)];
  }

  /** What had to be read again then is in a text of ours, which the fork has. */
  function readAnchors(row: Row): Told[] {
    const listed = /<memory-bank-anchors>([^]*)<\/memory-bank-anchors>/.exec(
      contextIn(row).join("\n"),
    )?.[1];
    if (isCutOff !== true || listed === undefined) return [];
    isCutOff = false;
    const { toTarget } = around("", undefined).paths();
    const docs = [...listed.matchAll(/^- (.+)$/gm)].flatMap(
      ([, path = ""]) => toTarget(path).doc ?? [],
    );
    const lines = { from: 1, to: 1, total: undefined };
    const origin = { at: timeOf(row), call: undefined };
    const reads = docs.map((doc) => ({ kind: "doc-read" as const, doc, lines, origin }));
    const summary = textField(row, "uuid") ?? "";
    return [{ key: undefined, events: [...reads, { kind: "compacted", summary }] }];
  }

  function readAttached(row: Row): Told[] {
    const said = [...readAnchors(row), ...contextIn(row).flatMap(toTopicTold)];
    if (said.length > 0) return said;
    const events: SessionEvent[] = [];
    const attached = field(row, "attachment");
    if (field(attached, "type") === "queued_command") {
      const told = returned(row, textField(attached, "prompt") ?? "");
      if (told.length > 0) return told;
    }
    if (field(attached, "type") === "file") {
      const path = textField(attached, "filename");
      const lines = toLineRange(field(attached, "content"));
      const doc =
        path === undefined ? undefined : readName(around("", undefined).paths().toTarget(path));
      if (doc !== undefined && lines !== undefined) {
        const origin = { at: timeOf(row), call: undefined };
        events.push({ kind: "doc-read", doc, lines, origin });
      }
    }
    show(row, events);
    return events.length === 0 ? [] : [{ key: undefined, events }];
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
