import { NO_RESULT } from "../../policy/call.ts";
import type { LineRange, ToolResult, Worker } from "../../types.ts";
import { field, numberField, textField, textIn, toAnswers } from "../shared/payload.ts";
import type { RefreshNotes } from "../shared/refresh-tool.ts";
import { TOOLS } from "./tools.ts";
import { REFRESH_TOOL } from "./words.ts";

/** A call with its result, from a hook or from a line of the transcript. */
export interface Answered {
  readonly tool: string;
  readonly args: unknown;
  /** The result as the tool returns it. */
  readonly response: unknown;
  /** The text that the model sees, if it is known. */
  readonly text?: string | undefined;
  /** What our own tool returned beside its text. */
  readonly notes?: RefreshNotes | undefined;
}

export function toToolResult(answered: Answered): ToolResult {
  const { tool, args, response, notes } = answered;
  const text = answered.text ?? textOf(response);
  switch (TOOLS.kindOf(tool)) {
    case "read":
      return { ...NO_RESULT, text, shown: toLineRange(response) ?? toShownLines(args, text) };
    case "shell":
      return { ...NO_RESULT, text: isElsewhere(response) ? "" : text };
    case "delegates":
      return { ...NO_RESULT, text: answerIn(response) ?? text, worker: toWorker(response) };
    case "talks":
      return { ...NO_RESULT, text, ...(tool === REFRESH_TOOL ? notes : answersIn(args, response)) };
    default:
      return { ...NO_RESULT, text };
  }
}

/** The lines that a read showed. Claude Code also counts the empty line after a final line break. */
export function toLineRange(response: unknown): LineRange | undefined {
  const file = field(response, "file");
  const from = numberField(file, "startLine");
  const lines = numberField(file, "numLines");
  if (from === undefined || lines === undefined || lines === 0) return undefined;
  return { from, to: from + lines - 1, total: numberField(file, "totalLines") };
}

/** The lines that a subagent's read showed. Its transcript keeps only the text: `7⇥seventh line`. */
function toShownLines(args: unknown, text: string): LineRange | "whole" | undefined {
  const lines = text.split("\n").filter((line) => /^\s*\d+[\t→]/.test(line));
  const from = Number.parseInt(lines[0] ?? "", 10);
  const to = Number.parseInt(lines.at(-1) ?? "", 10);
  if (Number.isNaN(from) || Number.isNaN(to)) return undefined;
  const isPart = field(args, "limit") !== undefined || field(args, "pages") !== undefined;
  return from === 1 && !isPart ? "whole" : { from, to, total: undefined };
}

/** Whether the model does not see the output: a long one was saved to a file, or the command runs in the background. */
function isElsewhere(response: unknown): boolean {
  return ["persistedOutputPath", "backgroundTaskId"].some(
    (key) => textField(response, key) !== undefined,
  );
}

function toWorker(response: unknown): Worker {
  const isRunning = field(response, "status") !== "completed";
  return { session: textField(response, "agentId"), isRunning, read: [], wrote: [] };
}

/** The subagent's own words, without the text that the host puts around them. */
function answerIn(response: unknown): string | undefined {
  const content = field(response, "content");
  return Array.isArray(content) ? textOf(content) : undefined;
}

function textOf(response: unknown): string {
  return textIn(response) ?? textField(response, "stdout") ?? "";
}

function answersIn(args: unknown, response: unknown): Pick<ToolResult, "answers"> {
  const questions = field(args, "questions") ?? field(response, "questions");
  const givenTo = (asked: unknown) =>
    field(response, "answers", textField(asked, "question") ?? "");
  return { answers: toAnswers(questions, givenTo) };
}
