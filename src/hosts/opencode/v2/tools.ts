import { NO_RESULT } from "../../../policy/call.ts";
import type { LineRange, ToolResult, Worker } from "../../../types.ts";
import { describeTools } from "../../shared/host-tools.ts";
import { toNotes } from "../../shared/refresh-tool.ts";
import { answersIn } from "../tools.ts";
import { REFRESH_TOOL } from "../words.ts";

/** OpenCode 2's own tools. What runs inside `execute` (code mode) calls our hooks itself. */
export const TOOLS_2 = describeTools({
  looks: "glob grep skill webfetch websearch execute",
  talks: `question ${REFRESH_TOOL}`,
  delegates: "subagent",
  read: "read",
  write: "write",
  edit: "edit",
  patch: "patch",
  shell: "shell",
});

const PLANNED = new RegExp(String.raw`${REFRESH_TOOL}\(\{ action: "apply", plan: "([\w-]+)"`);

/** A call that came back, as the after-hook has it or, without its metadata, as a request repeats it. */
export function toToolResult(
  tool: string,
  args: unknown,
  /** What the model sees. */
  text: string,
  metadata?: unknown,
): ToolResult {
  const kind = TOOLS_2.kindOf(tool);
  return {
    ...NO_RESULT,
    text,
    shown: kind === "read" ? toShownLines(text) : undefined,
    worker: kind === "delegates" ? toWorker(text) : undefined,
    answers: tool === "question" ? answersIn(args, metadata) : [],
    // Requests repeat only the text of a result: the plan's id is in the call that the text names.
    ...(tool === REFRESH_TOOL && { ...toNotes(metadata), planned: PLANNED.exec(text)?.[1] }),
  };
}

const READ = /^Read file [^\n]*, lines (\d+)-(\d+)\n?/;
const MORE = /\n\[Output truncated\. Continue reading with offset: \d+\]/;

/** The first line of a read says which lines follow, and a line at its end whether there are more. */
export function toShownLines(text: string): LineRange | undefined {
  const read = READ.exec(text);
  if (read === null) return undefined;
  const [from, to] = [Number(read[1]), Number(read[2])];
  return { from, to, total: MORE.test(text) ? undefined : to };
}

const WORKED = /^<subagent sessionID="([^"\s]{1,200})" state="(\w+)"/;
const STARTED = /^The subagent is working in the background \(sessionID: ([^)\s]{1,200})\)/;

function toWorker(text: string): Worker | undefined {
  const started = STARTED.exec(text)?.[1];
  const session = started ?? WORKED.exec(text)?.[1];
  if (session === undefined) return undefined;
  return { session, isRunning: started !== undefined, read: [], wrote: [] };
}

/** A subagent that worked in the background, and now answers in a message that nobody typed. */
export function workerIn(text: string): string | undefined {
  const [, worker, state] = WORKED.exec(text) ?? [];
  return state === "completed" ? worker : undefined;
}
