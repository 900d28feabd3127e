/** What the bench of check needs, bundled so that the host's Bun can load it. */
export { CHECK_RULES, checkBank } from "../src/check/check-bank.ts";
export { readCheckInput } from "../src/io/bank/read-check-input.ts";
