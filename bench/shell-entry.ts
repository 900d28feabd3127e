/** What the benches of the shell analysis need, bundled so that the host's Bun can load it. */
export { forEachChild, parse } from "unbash";
export { analyzeCommand } from "../src/shell/analyze.ts";
export { createPaths } from "../src/io/disk/paths.ts";
export { toShellCall } from "../src/runtime/shell-call.ts";
export { HOSTILE_FILES, hostileCommands } from "../test/helpers/hostile-commands.ts";
