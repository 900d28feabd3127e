export { type Hook, listHooks, trustHooks } from "./app-server.ts";
export { codex, runCodex, type CodexOptions, type Run } from "./codex.ts";
export { openConversation, type Conversation } from "./conversation.ts";
export { CODEX, CONTEXT_FULL } from "./dialect.ts";
export { whyNoCodex } from "./program.ts";
export { startCodexTerminal } from "./terminal.ts";
