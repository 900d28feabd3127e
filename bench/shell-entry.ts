/** What the benches of the shell analysis need, bundled so that the host's Bun can load it. */
export { forEachChild, parse } from "unbash";
export { analyzeCommand } from "../src/shell/analyze.ts";
