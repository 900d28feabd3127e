import { NO_RESULT } from "../../policy/call.ts";
import type { ToolResult } from "../../types.ts";
import { field, parseJson, textField, textIn, toAnswers } from "../shared/payload.ts";
import type { Row } from "../shared/follow-transcript.ts";
import { type RefreshNotes, toNotes } from "../shared/refresh-tool.ts";
import { type Called, workerIn } from "./items.ts";
import { TOOLS } from "./tools.ts";
import { REFRESH_TOOL } from "./words.ts";

/** A call with its result, from a hook or from lines of the rollout. */
export interface Answered extends Called {
  /** What the model sees: a text, or the result of an MCP server's tool. */
  readonly response: unknown;
  /** The rollout's item for the call. */
  readonly item: Row | undefined;
  /** Notes of our own tool; if absent, they are read from the item. */
  readonly notes?: RefreshNotes | undefined;
}

export function toToolResult(answered: Answered): ToolResult {
  const { tool, args, response, item, notes } = answered;
  const text = textOf(response);
  switch (TOOLS.kindOf(tool)) {
    case "delegates": {
      // The subagent's answer comes later, in its own message.
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

export function textOf(response: unknown): string {
  return textIn(response) ?? textIn(field(response, "content")) ?? "";
}

function notesIn(item: Row | undefined): RefreshNotes {
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
