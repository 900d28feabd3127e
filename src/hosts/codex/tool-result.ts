import { NO_RESULT } from "../../policy/call.ts";
import type { ToolResult } from "../../types.ts";
import { parseJson } from "../shared/parse-json.ts";
import { field, textField, textIn } from "../shared/payload.ts";
import { type RefreshNotes, toNotes } from "../shared/refresh-tool.ts";
import { toAnswers } from "../shared/to-answers.ts";
import { type Called, type Item, workerIn } from "./items.ts";
import { TOOLS } from "./tools.ts";
import { REFRESH_TOOL } from "./words.ts";

/** A call with what came back: from a hook, or from lines of the rollout. */
export interface Answered extends Called {
  /** A text, or what a server's tool answered. */
  readonly response: unknown;
  /** Of a command, where it has ended. */
  readonly exit: number | undefined;
  /** The model sees the response, and not a script that called the tool for it. */
  readonly isSeen: boolean;
  /** What the host tells of it. */
  readonly item: Item | undefined;
  /** Of our own tool; where none are given, the item has them. */
  readonly notes?: RefreshNotes | undefined;
}

export function toToolResult(answered: Answered): ToolResult {
  const { tool, args, response, exit, isSeen, item, notes } = answered;
  const text = textOf(response);
  switch (TOOLS.kindOf(tool)) {
    case "shell":
      return { ...NO_RESULT, text, exit, isCut: !isSeen || isCut(text) };
    case "delegates": {
      // What it finds comes later, as a message of its own.
      const worker = { session: workerIn(item), isRunning: true, read: [], wrote: [] };
      return { ...NO_RESULT, text, worker };
    }
    case "talks": {
      const said = tool === REFRESH_TOOL ? (notes ?? notesIn(item)) : answersIn(args, response);
      return { ...NO_RESULT, text, ...said };
    }
    default:
      return { ...NO_RESULT, text };
  }
}

/** The middle of a long output is left out, and its first line says so. */
function isCut(text: string): boolean {
  return text.startsWith("Warning: truncated output (original token count:");
}

export function textOf(response: unknown): string {
  return textIn(response) ?? textIn(field(response, "content")) ?? "";
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

function notesIn(item: Item | undefined): RefreshNotes {
  const result = field(item, "result");
  return toNotes(field(result, "_meta") ?? field(result, "Ok", "_meta"));
}

function answersIn(args: unknown, response: unknown): Pick<ToolResult, "answers"> {
  const given = typeof response === "string" ? parseJson(response) : response;
  const givenTo = (asked: unknown) => {
    const said = field(given, "answers", textField(asked, "id") ?? "");
    return typeof said === "string" ? said : field(said, "answers");
  };
  return { answers: toAnswers(field(args, "questions"), givenTo) };
}
