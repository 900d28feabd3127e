import { colors } from "../colors.ts";
import type { Paths } from "../../io/paths.ts";
import { toShellCall } from "../../io/shell-call.ts";
import { decide } from "../../policy/decide.ts";
import { createAssessRisk } from "../../policy/risk.ts";
import { NEW_SESSION, advance } from "../../policy/session.ts";
import type { Judgement, Session, ToolCall, WriteEffect } from "../../types.ts";
import { type Opened, open } from "../open.ts";

interface Options {
  readonly write?: string[];
  readonly delete?: string[];
  readonly bash?: string;
  readonly haveRead?: true;
  readonly dir: string;
  readonly json?: true;
}

export function explain(options: Options): void {
  if (options.write === undefined && options.delete === undefined && options.bash === undefined) {
    console.error("memory-bank explain: name a call with --write, --delete or --bash (see --help)");
    process.exitCode = 2;
    return;
  }
  const opened = open(options.dir);
  const { bank, settings } = opened;
  const judgement = decide(toCall(options, opened), toSession(options, opened), bank, {
    guardMode: settings.guardMode,
    approval: settings.approval,
    writer: settings.writer,
    assessRisk: createAssessRisk(settings),
  });
  for (const problem of opened.problems) console.error(`memory-bank: ${problem}`);
  if (options.json) console.log(JSON.stringify(judgement, null, 2));
  else print(judgement);
}

function toCall(options: Options, { bank, location }: Opened): ToolCall {
  const { paths } = bank;
  const { directory: folder, root } = location;
  const shell = toShellCall(options.bash ?? "", { folder, root, paths });
  return {
    ...shell,
    via: options.bash === undefined ? "tool" : "shell",
    writes: [
      ...shell.writes,
      ...(options.write ?? []).map((path) => toWrite(paths, path, "change")),
      ...(options.delete ?? []).map((path) => toWrite(paths, path, "delete")),
    ],
  };
}

function toWrite(paths: Paths, path: string, effect: WriteEffect) {
  return { target: paths.toWritten(path), effect, words: "" };
}

function toSession(options: Options, { bank }: Opened): Session {
  const doc = bank.conventions?.doc;
  // Of a user who has said nothing about saving.
  const session = advance(NEW_SESSION, { kind: "user-spoke", text: "" });
  if (options.haveRead === undefined || doc === undefined) return session;
  return advance(session, { kind: "doc-read", doc, lines: "whole" });
}

function print({ decision, trace, risk }: Judgement): void {
  console.log(`risk: ${risk.level} (${Object.values(risk.because).join(", ")})`);
  for (const { rule, verdict } of trace) {
    console.log(`${rule}: ${verdict.kind} (${verdict.because})`);
  }
  const paint = { allow: colors.green, warn: colors.yellow, refuse: colors.red }[decision.kind];
  console.log(paint(`decision: ${decision.kind}`));
  if (decision.kind === "warn") console.log(decision.notice);
  if (decision.kind === "refuse") console.log(decision.message);
}
