import type { Decision, RuleName } from "../../types.ts";
import { field, isRecord } from "./payload.ts";

/** Thrown in `tool.execute.before`: the host shows the model exactly this message. */
export class Refusal extends Error {
  override readonly name = "MemoryBankRefusal";
}

export interface Notice {
  readonly rule: RuleName;
  readonly text: string;
}

/** Decision → a throw, a notice for the call's result, or nothing. */
export function respond(decision: Decision): Notice | undefined {
  switch (decision.kind) {
    case "allow":
      return undefined;
    case "warn":
      return { rule: decision.rule, text: decision.notice };
    case "refuse":
      throw new Refusal(decision.message);
  }
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
