import { REFRESH_TOOL } from "../../bank/layout.ts";
import { isWorkflowFile } from "../../policy/proposals/is-workflow-file.ts";
import type { SessionEvent, ToolCall } from "../../types.ts";
import { field, isRecord, textField } from "./payload.ts";

/** What a command's template says is not the user's words, and may quote files and programs. */
const TYPED = "memoryBankTyped";

export function noteTyped(parts: readonly unknown[], command: string, words: string): void {
  for (const part of parts) {
    if (!isRecord(part) || part["type"] !== "text") continue;
    const metadata = isRecord(part["metadata"]) ? part["metadata"] : {};
    Reflect.set(part, "metadata", { ...metadata, [TYPED]: `/${command} ${words}`.trim() });
  }
}

/** What the user wrote in a message: neither what the host added to it nor what a command stands for. */
export function userWords(parts: readonly unknown[]): string {
  const typed = parts.flatMap((part) => textField(part, "metadata", TYPED) ?? []);
  if (typed.length > 0) return typed[0] ?? "";
  return parts
    .filter((part) => field(part, "synthetic") !== true && field(part, "type") === "text")
    .flatMap((part) => textField(part, "text") ?? [])
    .join("\n");
}

/** The text of an assistant message that ended its turn; what stands beside tool calls was said in the middle. */
export function finalText(parts: readonly unknown[]): string {
  if (parts.some((part) => field(part, "type") === "tool")) return "";
  return parts
    .filter((part) => field(part, "type") === "text")
    .flatMap((part) => textField(part, "text") ?? [])
    .join("\n");
}

/** The docs of a plan that was applied; the host keeps them with the result. */
export const APPLIED = "memoryBankApplied";

/** What a call that reads and writes no file itself means for proposals. */
export function toTalkEvents(tool: string, args: unknown, result: unknown): SessionEvent[] {
  if (tool === "question") return toAnswerEvents(args, result);
  const docs = tool === REFRESH_TOOL ? field(result, "metadata", APPLIED) : undefined;
  if (!Array.isArray(docs)) return [];
  return [{ kind: "plan-applied", docs: docs.filter((doc) => typeof doc === "string") }];
}

/** What the user answered to questions that the agent asked through the host. */
function toAnswerEvents(args: unknown, result: unknown): SessionEvent[] {
  const questions = field(args, "questions");
  const answers = field(result, "metadata", "answers");
  if (!Array.isArray(questions) || !Array.isArray(answers)) return [];
  return questions.flatMap((asked: unknown, index): SessionEvent[] => {
    const question = textField(asked, "question");
    const given: unknown = answers[index];
    if (question === undefined || !Array.isArray(given)) return [];
    const chosen = given.filter((answer) => typeof answer === "string");
    return [{ kind: "question-answered", question, answers: chosen }];
  });
}

/** What a call that succeeded wrote, as far as proposals care. */
export function toWriteEvents({ writes }: ToolCall, args: unknown): SessionEvent[] {
  return writes.flatMap(({ target, effect }): SessionEvent[] => {
    if (target.doc !== undefined) return [{ kind: "doc-written", doc: target.doc }];
    if (target.place !== "project") return [];
    if (isWorkflowFile(target.path) && isOtherNumber(args)) return [];
    return effect === "make-folder" || effect === "move-from"
      ? [{ kind: "structure-changed" }]
      : [{ kind: "file-written", path: target.path }];
  });
}

/** An edit that changes nothing but numbers: another version is no other workflow. */
function isOtherNumber(args: unknown): boolean {
  const before = textField(args, "oldString");
  const after = textField(args, "newString");
  if (before === undefined || after === undefined) return false;
  const withoutNumbers = (text: string) => text.replaceAll(/\d+/g, "0");
  return withoutNumbers(before) === withoutNumbers(after);
}
