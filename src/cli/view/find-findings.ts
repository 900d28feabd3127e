import type { BankLocation } from "../../io/find-bank.ts";
import type { Finding } from "../../view/view.ts";

/** What `check` says of the bank; undefined as long as there is no such command. */
export function findFindings(_location: BankLocation): readonly Finding[] | undefined {
  return undefined;
}
