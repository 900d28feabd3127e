/** Tests that replace a module of ours by another: for everybody who has imported it, so they have a process each. */
export const REPLACING = ["src/io/bank/find-bank.test.ts"];
