import { NO_RESULT } from "../../policy/call.ts";
import type { AnsweredQuestion, ToolResult } from "../../types.ts";
import { toOptions } from "../shared/answered-options.ts";
import { parseJson } from "../shared/parse-json.ts";
import { field, listIn, textField, textsIn } from "../shared/payload.ts";
import type { RefreshNotes } from "../shared/refresh-notes.ts";
import { TOOLS } from "./tools.ts";
import { REFRESH_TOOL } from "./words.ts";

/** A call with what came back: from a hook, or from lines of the rollout. */
export interface Answered {
  readonly tool: string;
  readonly args: unknown;
  /** A text, or what a server's tool answered. */
  readonly response: unknown;
  /** Of a command, where it has ended. */
  readonly exit: number | undefined;
  /** The model sees the response, and not a script that called the tool for it. */
  readonly isSeen: boolean;
  /** The thread that a call handed work to. */
  readonly worker: string | undefined;
  readonly notes: RefreshNotes | undefined;
}

export function toToolResult(answered: Answered): ToolResult {
  const { tool, args, response, exit, isSeen, worker, notes } = answered;
  const text = textOf(response);
  switch (TOOLS.kindOf(tool)) {
    case "shell":
      return { ...NO_RESULT, text, exit, isCut: !isSeen || isCut(text) };
    case "delegates":
      // What it finds comes later, as a message of its own.
      return {
        ...NO_RESULT,
        text,
        worker: { session: worker, isRunning: true, read: [], wrote: [] },
      };
    case "talks":
      return tool === REFRESH_TOOL
        ? { ...NO_RESULT, text, planned: notes?.planned, applied: notes?.applied ?? [] }
        : { ...NO_RESULT, text, answers: toAnswers(args, response) };
    default:
      return { ...NO_RESULT, text };
  }
}

/** The middle of a long output is left out, and its first line says so. */
function isCut(text: string): boolean {
  return text.startsWith("Warning: truncated output (original token count:");
}

function textOf(response: unknown): string {
  if (typeof response === "string") return response;
  const parts = Array.isArray(response) ? response : listIn(response, "content");
  return parts.flatMap((part) => textField(part, "text") ?? []).join("\n");
}

/** What a command printed, and how it ended, in what the model sees of it. */
export function readSeen(output: string): { text: string; exit: number | undefined } {
  const start = output.indexOf("\nOutput:\n");
  const head = start === -1 ? output : output.slice(0, start);
  const [, exit] = /^(?:Process exited with code|Exit code:) (-?\d+)$/m.exec(head) ?? [];
  return {
    text: start === -1 ? "" : output.slice(start + "\nOutput:\n".length),
    exit: exit === undefined ? undefined : Number(exit),
  };
}

function toAnswers(args: unknown, response: unknown): AnsweredQuestion[] {
  const given = field(typeof response === "string" ? parseJson(response) : response, "answers");
  return listIn(args, "questions").flatMap((asked): AnsweredQuestion[] => {
    const text = textField(asked, "question");
    const said = field(given, textField(asked, "id") ?? "");
    const answers = typeof said === "string" ? [said] : textsIn(field(said, "answers"));
    if (text === undefined || answers.length === 0) return [];
    const header = textField(asked, "header");
    const question = header === undefined ? text : `${header}\n${text}`;
    return [{ question, options: toOptions(field(asked, "options")), answers }];
  });
}
