import { NO_RESULT } from "../../policy/call.ts";
import type { LineRange, ToolResult, Worker } from "../../types.ts";
import { TOOLS } from "./tools.ts";
import { REFRESH_TOOL } from "./words.ts";
import {
  field,
  isRecord,
  listIn,
  numberField,
  textField,
  textIn,
  textsIn,
} from "../shared/payload.ts";
import { toNotes } from "../shared/refresh-tool.ts";
import { toAnswers } from "../shared/to-answers.ts";

/** Kept by the host with a result, so that its history tells them again. */
const NOTED = { read: "memoryBankRead", wrote: "memoryBankWrote" } as const;

/** A result as the after-hook has it, or as the history keeps it. Undefined for what nobody understands. */
export function toToolResult(tool: string, args: unknown, result: unknown): ToolResult | undefined {
  if (!isRecord(result)) return undefined;
  const name = tool.toLowerCase();
  const metadata = field(result, "metadata");
  return {
    ...NO_RESULT,
    text: textOf(result),
    exit: numberField(metadata, "exit"),
    isCut: field(metadata, "truncated") === true,
    shown: name === "read" ? toShownLines(textOf(result)) : undefined,
    worker: TOOLS.kindOf(tool) === "delegates" ? toWorker(args, result) : undefined,
    answers: name === "question" ? answersIn(args, metadata) : [],
    ...(name === REFRESH_TOOL && toNotes(metadata)),
  };
}

/** What the model sees of a result: the host's own tools answer with `output`, MCP tools with `content`. */
export function textOf(result: unknown): string {
  const output = field(result, "output");
  if (typeof output === "string") return output;
  return textIn(field(result, "content")) ?? "";
}

/** What the user answered to questions that the agent asked through the host. */
export function answersIn(args: unknown, metadata: unknown): ToolResult["answers"] {
  const answers = listIn(metadata, "answers");
  return toAnswers(field(args, "questions"), (_, index) => answers[index]);
}

/** False when there is no place for it. */
export function appendText(result: unknown, text: string): boolean {
  if (!isRecord(result)) return false;
  if (typeof result["output"] === "string") {
    return Reflect.set(result, "output", `${result["output"]}\n\n${text}`);
  }
  const content = field(result, "content");
  if (!Array.isArray(content)) return false;
  content.push({ type: "text", text });
  return true;
}

/** What the model is shown instead of each text of a result. */
export function changeText(result: unknown, toShown: (text: string) => string): void {
  if (!isRecord(result)) return;
  const { output } = result;
  if (typeof output === "string") Reflect.set(result, "output", toShown(output));
  for (const part of listIn(result, "content")) {
    const text = textField(part, "text");
    if (isRecord(part) && text !== undefined) Reflect.set(part, "text", toShown(text));
  }
}

export function noteWorker(result: unknown, { read, wrote }: Worker): void {
  const metadata = field(result, "metadata");
  if (!isRecord(metadata)) return;
  if (read.length > 0) Reflect.set(metadata, NOTED.read, read);
  if (wrote.length > 0) Reflect.set(metadata, NOTED.wrote, wrote);
}

function toWorker(args: unknown, result: unknown): Worker {
  return {
    session: textField(result, "metadata", "sessionId"),
    isRunning: isStillRunning(args, result),
    read: readNotedIn(result),
    wrote: textsIn(field(result, "metadata", NOTED.wrote)),
  };
}

/** The docs that a worker has read, as they were noted with its result or with the message that brought it. */
export function readNotedIn(place: unknown): readonly string[] {
  return textsIn(field(place, "metadata", NOTED.read));
}

/** A background task hands back control, not an answer. */
function isStillRunning(args: unknown, result: unknown): boolean {
  return (
    field(result, "metadata", "background") === true ||
    field(args, "run_in_background") === true ||
    field(args, "background") === true ||
    /^<task [^>]*state="(?:running|error)"/.test(textOf(result))
  );
}

const FIRST_LINE = /<content>\n+(\d+): /;
const END = /\n\(End of file - total (\d+) lines\)/;
const PART = /\n\((?:Output capped at [^.]*\. )?Showing lines (\d+)-(\d+)(?: of (\d+))?/;

/** The same, from the text alone. */
export function toShownLines(output: string): LineRange | undefined {
  const part = PART.exec(output);
  if (part !== null) {
    return { from: Number(part[1]), to: Number(part[2]), total: totalIn(output) };
  }
  const end = END.exec(output);
  if (end === null) return undefined;
  const total = Number(end[1]);
  return { from: Number(FIRST_LINE.exec(output)?.[1] ?? 1), to: total, total };
}

function totalIn(output: string): number | undefined {
  const total = PART.exec(output)?.[3];
  return total === undefined ? undefined : Number(total);
}
