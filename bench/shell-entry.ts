/** What the bench of the shell analysis needs, bundled so that the host's Bun can load it. */
export { forEachChild, parse } from "unbash";
export { analyzeCommand } from "../src/shell/analyze.ts";
