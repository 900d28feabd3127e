export { shownTo } from "../model-request.ts";
export {
  claude,
  openConversation,
  runClaude,
  type ClaudeOptions,
  type Conversation,
  type Run,
} from "./claude.ts";
export { CLAUDE_CODE, CONTEXT_FULL } from "./dialect.ts";
export { whyNoClaude } from "./program.ts";
export { startClaudeTerminal } from "./terminal.ts";
