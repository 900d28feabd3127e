import type { CheckedBank } from "./checked-bank.ts";
import type { CheckRuleName, Fault } from "./finding.ts";

/** One kind of fault: a file in `rules/` with this name. */
export interface CheckRule {
  readonly name: CheckRuleName;
  readonly find: (bank: CheckedBank) => Fault[];
}
