import { fstatSync, readSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import type { LogLine, RiskReason, RuleName, WriteEffect } from "../../types.ts";
import { NO_LINK, attempt, withFile } from "../disk/read.ts";
import { timeOfIncident } from "../kept/kept-versions.ts";
import { LOG_FILE, OLD_LOG_FILE } from "./log-files.ts";

/** The decision log, the newest line last. What is torn, foreign or of another version is left out. */
export function readDecisions(folder: string): LogLine[] {
  const current = readLog(join(folder, LOG_FILE));
  const old = readLog(join(folder, OLD_LOG_FILE));
  // Rotated in between: what was the current one is the old one by now.
  const isSame = current !== undefined && current.id === old?.id;
  return [old, isSame ? undefined : current].flatMap((log) => parseLog(log?.text ?? ""));
}

function readLog(path: string): { readonly id: string; readonly text: string } | undefined {
  const read = (file: number) => {
    const { dev, ino } = fstatSync(file);
    return { id: `${dev}:${ino}`, text: readFrom(file, 0).bytes.toString("utf8") };
  };
  return attempt(() => withFile(path, read, NO_LINK), undefined);
}

/** Twice what the log is let grow to. A larger file is read from there on. */
const LONGEST_READ = 10 * 1024 * 1024;

/** What an open log has from an offset on. Throws where it is no plain file. */
export function readFrom(file: number, start: number): { offset: number; bytes: Buffer } {
  const stats = fstatSync(file);
  if (!stats.isFile()) throw new Error("the log is not a file");
  const offset = Math.max(start, stats.size - LONGEST_READ);
  const bytes = Buffer.alloc(Math.max(0, stats.size - offset));
  return { offset, bytes: bytes.subarray(0, readSync(file, bytes, 0, bytes.length, offset)) };
}

const BEGINNING = '{"v":1,';

function parseLog(text: string): LogLine[] {
  return text.split("\n").flatMap((line) => parseLogLine(line) ?? []);
}

/** Undefined for what is torn, foreign or of another version. */
export function parseLogLine(line: string): LogLine | undefined {
  // A process that was killed leaves half a line, and the next one goes on behind it.
  const start = line.lastIndexOf(BEGINNING);
  if (start === -1) return undefined;
  try {
    const result = v.safeParse(LINE, JSON.parse(line.slice(start)));
    return result.success ? result.output : undefined;
  } catch {
    return undefined;
  }
}

const LATEST = 8.64e15;
/** It becomes a part of a command that somebody may run. */
const incident = v.pipe(
  v.string(),
  v.check((id) => timeOfIncident(id) !== undefined),
);
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const names = v.array(v.string());

/** A record, so that the compiler misses a name that was added elsewhere. */
function oneOf<Name extends string>(known: Readonly<Record<Name, true>>) {
  return v.custom<Name>((value) => typeof value === "string" && Object.hasOwn(known, value));
}

const rule = oneOf<RuleName>({
  "recover-after-compaction": true,
  "read-before-write": true,
  "guard-memory-files": true,
  "keep-user-blocks": true,
  "keep-secrets-out": true,
  "leave-writing-to-writer": true,
  "ask-before-saving": true,
});
const effect = oneOf<WriteEffect>({
  change: true,
  replace: true,
  delete: true,
  "move-from": true,
  "make-folder": true,
  "make-link": true,
  "may-change": true,
});
const reason = oneOf<RiskReason["kind"]>({
  "no-write": true,
  "ordinary-file": true,
  "passing-file": true,
  "sensitive-file": true,
  "several-files": true,
  "shell-write": true,
});

const decision = {
  tool: v.string(),
  via: v.picklist(["tool", "shell"]),
  writes: v.array(v.object({ path: v.string(), effect })),
  more: v.optional(count),
  risk: v.picklist(["low", "medium", "high"]),
  reason,
  decision: v.picklist(["allow", "warn", "refuse"]),
  rule: v.optional(rule),
  trace: v.array(
    v.object({ rule, verdict: v.picklist(["pass", "warn", "refuse"]), because: v.string() }),
  ),
};

/** Older logs have none. */
const changes = v.optional(
  v.array(
    v.object({
      doc: v.string(),
      rule,
      verdict: v.picklist(["keep", "report", "put-back"]),
      because: v.string(),
    }),
  ),
);

const every = {
  v: v.literal(1),
  /** What is no time cannot be shown as one. */
  at: v.pipe(v.number(), v.minValue(-LATEST), v.maxValue(LATEST)),
  session: v.string(),
  root: v.optional(v.string()),
  turn: count,
};

const LINE: v.GenericSchema<unknown, LogLine> = v.variant("kind", [
  v.object({ ...every, kind: v.picklist(["turn", "compacted", "recovered"]) }),
  v.object({ ...every, kind: v.literal("read"), doc: v.string(), whole: v.boolean() }),
  v.object({ ...every, kind: v.literal("titled"), title: v.string() }),
  v.object({ ...every, kind: v.literal("unjudged"), ran: v.boolean() }),
  v.object({ ...every, kind: v.literal("reader"), verified: v.optional(v.string()) }),
  v.object({ ...every, kind: v.literal("decision"), ...decision }),
  v.object({
    ...every,
    kind: v.literal("effect"),
    undone: names,
    changed: names,
    kept: v.optional(incident),
    trace: changes,
  }),
  v.object({ ...every, kind: v.literal("restored"), docs: names, trace: changes }),
  v.object({
    ...every,
    kind: v.literal("proposal"),
    state: v.picklist(["reminded", "offered", "confirmed", "declined", "ignored", "written"]),
    target: v.string(),
  }),
  v.object({
    ...every,
    kind: v.literal("applied"),
    plan: v.string(),
    flow: v.picklist(["init", "upgrade", "migrate", "refresh"]),
  }),
]);
