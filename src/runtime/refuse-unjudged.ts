import { BANK_FOLDER } from "../bank/layout.ts";
import { attempt } from "../io/disk/attempt.ts";
import { safelyNamed, unjudgedMessage } from "../policy/unjudged.ts";
import type { Project } from "./project.ts";

/** Our own failure on a call: what names the bank is not written unjudged, the rest follows the mode. */
export function refuseUnjudged(
  error: unknown,
  args: unknown,
  { bank, policy }: Pick<Project, "bank" | "policy">,
): string | undefined {
  const reason = error instanceof Error ? error.message : String(error);
  const names = attempt(() => bank.paths.names(), [BANK_FOLDER]);
  const text = attempt(() => (JSON.stringify(args) ?? "").toLowerCase(), undefined);
  const namesBank = text === undefined || names.some((name) => text.includes(name));
  if (!namesBank && policy.guardMode !== "block") return undefined;
  const rule = namesBank ? "guard-memory-files" : "read-before-write";
  return unjudgedMessage(rule, reason, namesBank, safelyNamed(bank));
}
