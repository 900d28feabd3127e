import type { OpenBank } from "../../io/bank/open-bank.ts";
import { unjudgedMessage } from "../../policy/unjudged.ts";
import type { Workplace } from "./hooks.ts";
import { Refusal } from "./respond.ts";
import { isNeverRefused } from "./tool-call.ts";

/** Our own failure on a call: what names the bank is not written unjudged, the rest follows the mode. */
export function refuseUnjudged(
  error: unknown,
  tool: string,
  args: unknown,
  { bank, policy }: Pick<Workplace, "bank" | "policy">,
): void {
  if (isNeverRefused(tool)) return;
  const reason = error instanceof Error ? error.message : String(error);
  const namesBank = safeText(args).includes("memory-bank");
  if (!namesBank && policy.guardMode !== "block") return;
  const rule = namesBank ? "guard-memory-files" : "read-before-write";
  throw new Refusal(unjudgedMessage(rule, reason, namesBank, safeLanguage(bank)));
}

function safeText(args: unknown): string {
  try {
    return (JSON.stringify(args) ?? "").toLowerCase();
  } catch {
    return "memory-bank";
  }
}

function safeLanguage(bank: OpenBank): OpenBank["language"] {
  try {
    return bank.language;
  } catch {
    return "en";
  }
}
