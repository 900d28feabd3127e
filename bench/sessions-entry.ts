/** What the benches of session state need, bundled so that the host's Bun can load it. */
export { createPaths } from "../src/io/disk/paths.ts";
export { toEvents } from "../src/hosts/opencode/conversation.ts";
export { toMessages } from "../src/hosts/opencode/messages.ts";
export { TOOLS } from "../src/hosts/opencode/tools.ts";
export { createSessions } from "../src/runtime/sessions.ts";
export {
  call,
  makeProject,
  openSession,
  say,
  startHost,
  startScriptedModel,
} from "../test/e2e/kit/index.ts";
