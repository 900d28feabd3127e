import { join } from "node:path";
import * as v from "valibot";
import type { LogLine, RiskReason, RuleName, WriteEffect } from "../../types.ts";
import { attempt, readText } from "../disk/read.ts";
import { LOG_FILE, OLD_LOG_FILE } from "./decision-log.ts";

/** The decision log, the newest line last. */
export function readDecisions(folder: string): LogLine[] {
  return [OLD_LOG_FILE, LOG_FILE].flatMap((name) => parseLog(readText(join(folder, name)) ?? ""));
}

const BEGINNING = '{"v":1,';

/** What is torn, foreign or of another version is left out, and so is a line that nobody wants. */
export function parseLog(
  text: string,
  isWanted: (line: string) => boolean = () => true,
): LogLine[] {
  return text
    .split("\n")
    .filter(isWanted)
    .flatMap((line) => parseLogLine(line) ?? []);
}

function parseLogLine(line: string): LogLine | undefined {
  // A process that was killed leaves half a line, and the next one goes on behind it.
  const start = line.lastIndexOf(BEGINNING);
  if (start === -1) return undefined;
  const json: unknown = attempt(() => JSON.parse(line.slice(start)), undefined);
  const result = v.safeParse(LINE, json);
  return result.success ? result.output : undefined;
}

const LATEST = 8.64e15;
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
    kept: v.optional(v.string()),
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
    flow: v.picklist(["init", "upgrade", "migrate", "adopt", "refresh"]),
  }),
]);
