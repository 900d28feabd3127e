/** What the bench of check needs, bundled so that the host's Bun can load it. */
export { CHECK_RULES, checkBank } from "../src/bank/check/check-bank.ts";
export { readCheckInput } from "../src/io/read-check-input.ts";
