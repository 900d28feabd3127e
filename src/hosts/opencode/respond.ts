import { guidelineDoc } from "../../bank/render-guideline.ts";
import { REMINDER } from "../../policy/proposals/advance-proposals.ts";
import type { Decision } from "../../types.ts";
import { field, isRecord, textField } from "./payload.ts";

/** Thrown in `tool.execute.before`: the host shows the model exactly this message. */
export class Refusal extends Error {
  override readonly name = "MemoryBankRefusal";
}

/** Decision → a throw, a notice for the call's result, or nothing. */
export function respond(decision: Decision): string | undefined {
  switch (decision.kind) {
    case "allow":
      return undefined;
    case "warn":
      return decision.notice;
    case "refuse":
      throw new Refusal(decision.message);
  }
}

const ONCE_PER_TURN = ["read-before-write", "ask-before-saving", REMINDER] as const;

/** What is said once per turn; undefined for what must be said each time. */
export function topicOf(notice: string): string | undefined {
  for (const rule of ONCE_PER_TURN) if (notice.endsWith(`(rule: ${rule})`)) return rule;
  const doc = guidelineDoc(notice);
  return doc === undefined ? undefined : guidelineTopic(doc);
}

export function guidelineTopic(doc: string): string {
  return `guideline ${doc}`;
}

/** What the model sees of a result. */
export function textOf(result: unknown): string {
  const output = field(result, "output");
  if (typeof output === "string") return output;
  const content = field(result, "content");
  const parts: readonly unknown[] = Array.isArray(content) ? content : [];
  return parts.flatMap((part) => textField(part, "text") ?? []).join("\n");
}

/** The host's own tools answer with `output`, MCP tools with `content`. False when there is no place for it. */
export function appendNotice(result: unknown, text: string): boolean {
  if (!isRecord(result)) return false;
  if (typeof result["output"] === "string") {
    return Reflect.set(result, "output", `${result["output"]}\n\n${text}`);
  }
  const content = field(result, "content");
  if (!Array.isArray(content)) return false;
  content.push({ type: "text", text });
  return true;
}
