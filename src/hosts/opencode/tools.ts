import { NO_RESULT } from "../../policy/call.ts";
import type { LineRange, ToolResult, Worker } from "../../types.ts";
import { describeTools } from "../shared/host-tools.ts";
import { REFRESH_TOOL } from "./words.ts";
import {
  field,
  isRecord,
  listIn,
  textField,
  textIn,
  textsIn,
  toAnswers,
} from "../shared/payload.ts";
import { toNotes } from "../shared/refresh-tool.ts";

/** OpenCode's own tools, and those of its best known plugin. */
export const TOOLS = describeTools({
  looks:
    "glob grep list ls skill todowrite todoread webfetch websearch lsp invalid codesearch plan_enter plan_exit structuredoutput lsp_diagnostics lsp_goto_definition lsp_prepare_rename lsp_symbols look_at background_output",
  talks: `question ${REFRESH_TOOL}`,
  delegates: "task proxy_task delegate_task call_omo_agent",
  read: "read",
  write: "write",
  edit: "edit multiedit",
  patch: "apply_patch patch",
  shell: "bash shell",
});

/** Kept by the host with a result, so that its history tells them again. */
const NOTED = { read: "memoryBankRead", wrote: "memoryBankWrote" } as const;

/** A result from the after-hook or from the history. Undefined if it cannot be understood. */
export function toToolResult(tool: string, args: unknown, result: unknown): ToolResult | undefined {
  if (!isRecord(result)) return undefined;
  const name = tool.toLowerCase();
  const metadata = field(result, "metadata");
  return {
    ...NO_RESULT,
    text: textOf(result),
    shown: name === "read" ? toShownLines(textOf(result)) : undefined,
    worker: TOOLS.kindOf(tool) === "delegates" ? toWorker(args, result) : undefined,
    answers: name === "question" ? answersIn(args, metadata) : [],
    ...(name === REFRESH_TOOL && toNotes(metadata)),
  };
}

/** What the model sees of a result: the host's own tools answer with `output`, MCP tools with `content`. */
export function textOf(result: unknown): string {
  return textIn(field(result, "output")) ?? textIn(field(result, "content")) ?? "";
}

/** What the user answered to questions that the agent asked through the host. */
export function answersIn(args: unknown, metadata: unknown): ToolResult["answers"] {
  const answers = listIn(metadata, "answers");
  return toAnswers(field(args, "questions"), (_, index) => answers[index]);
}

/** Returns false if the result has no text to append to. */
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
    read: textsIn(field(result, "metadata", NOTED.read)),
    wrote: textsIn(field(result, "metadata", NOTED.wrote)),
  };
}

/** A background task hands back control, not an answer. */
function isStillRunning(args: unknown, result: unknown): boolean {
  const asked = [field(args, "run_in_background"), field(args, "background")];
  const isSent = [...asked, field(result, "metadata", "background")].includes(true);
  return isSent || /^<task [^>]*state="(?:running|error)"/.test(textOf(result));
}

const FIRST_LINE = /<content>\n+(\d+): /;
const END = /\n\(End of file - total (\d+) lines\)/;
const PART = /\n\((?:Output capped at [^.]*\. )?Showing lines (\d+)-(\d+)(?: of (\d+))?/;

/** The lines that the text of a read shows. */
export function toShownLines(output: string): LineRange | undefined {
  const [, from, to, total] = PART.exec(output) ?? [];
  if (from !== undefined)
    return { from: Number(from), to: Number(to), total: total ? Number(total) : undefined };
  const end = END.exec(output)?.[1];
  if (end === undefined) return undefined;
  return { from: Number(FIRST_LINE.exec(output)?.[1] ?? 1), to: Number(end), total: Number(end) };
}
