/** What the bench of the real Claude Code needs. */
export { CLAUDE_CODE, claude } from "../test/e2e/kit/claude-code/claude.ts";
export { makeHome } from "../src/hosts/claude-code/doctor/trial.ts";
export { removeFolder } from "../src/hosts/shared/closed-home.ts";
export { call, makeProject, say, startScriptedModel } from "../test/e2e/kit/index.ts";
