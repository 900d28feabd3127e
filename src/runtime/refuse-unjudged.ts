import { BANK_FOLDER } from "../bank/layout.ts";
import type { OpenBank } from "../io/bank/open-bank.ts";
import { unjudgedMessage } from "../policy/unjudged.ts";
import type { Project } from "./project.ts";

/** Our own failure on a call: what names the bank is not written unjudged, the rest follows the mode. */
export function refuseUnjudged(
  error: unknown,
  args: unknown,
  { bank, policy }: Pick<Project, "bank" | "policy">,
): string | undefined {
  const reason = error instanceof Error ? error.message : String(error);
  const namesBank = safeText(args).includes(BANK_FOLDER);
  if (!namesBank && policy.guardMode !== "block") return undefined;
  const rule = namesBank ? "guard-memory-files" : "read-before-write";
  return unjudgedMessage(rule, reason, namesBank, safeLanguage(bank));
}

function safeText(args: unknown): string {
  try {
    return (JSON.stringify(args) ?? "").toLowerCase();
  } catch {
    return BANK_FOLDER;
  }
}

function safeLanguage(bank: OpenBank): OpenBank["language"] {
  try {
    return bank.language;
  } catch {
    return "en";
  }
}
