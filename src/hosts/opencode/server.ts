import type { Hooks, PluginInput } from "@opencode-ai/plugin";
import { isPosixShell } from "../../shell/foreign.ts";
import type { Understood } from "../shared/host-tools.ts";
import { field, textField } from "../shared/payload.ts";
import type { Surroundings } from "../shared/surroundings.ts";
import { createAgents, isUnattended } from "./agents.ts";
import { onChatMessage, onEvent, sessionOf } from "./hooks.ts";
import { createLog } from "./log.ts";
import { noteTyped } from "./messages.ts";
import { openPlugin, throwRefusal } from "./open-plugin.ts";
import { followMessages } from "./reconcile.ts";
import { createRefreshTool } from "./refresh-tool.ts";
import { register } from "./register.ts";
import { createShowToast } from "./toast.ts";
import { appendText, changeText, noteWorker, toToolResult } from "./tool-result.ts";
import { TOOLS, toServerNames } from "./tools.ts";
import { REFRESH_TOOL, WORDS } from "./words.ts";

/** OpenCode 1. All state is made here: one instance per project directory that the host serves. */
export async function server(
  input: PluginInput,
  options: unknown,
  packageRoot: URL,
): Promise<Hooks> {
  const { client, directory, worktree } = input;
  const plugin = openPlugin({
    directory,
    worktree,
    options,
    packageRoot,
    words: WORDS,
    openLog: (isDebug) => createLog(client, isDebug),
    showToast: createShowToast(client),
    async lookUp(id) {
      const { data } = await client.session.get({ path: { id } });
      return { parent: data?.parentID, isUnattended: isUnattended(data) };
    },
  });
  if (plugin === undefined) return {};
  const { runtime, log, safely, bankPath } = plugin;
  const { bank } = runtime;
  let shell = process.platform === "win32" ? "powershell" : "sh";
  let configured: unknown;
  const around: Surroundings = {
    paths: () => bank.paths,
    directory,
    root: bank.paths.root,
    isPosix: () => isPosixShell(shell),
    // Other plugins may add theirs later.
    servers: () => toServerNames(field(configured, "mcp")),
  };
  const following = followMessages({ runtime, client, around, log });
  const place = { runtime, agents: createAgents(client, log, bankPath), log };
  await runtime.recover();

  return {
    tool: { [REFRESH_TOOL]: createRefreshTool(runtime, place.agents) },

    config: (config) =>
      safely("registration", () => {
        shell = textField(config, "shell") ?? shell;
        configured = config;
        register(config, plugin.place());
      }),

    "command.execute.before": ({ command, arguments: words }, { parts }) =>
      safely("tracking the command", () => noteTyped(parts, command, words)),

    "chat.message": ({ sessionID }, message) =>
      safely("tracking the message", () => onChatMessage(place, sessionID, message)),

    "experimental.chat.messages.transform": (_, { messages }) =>
      safely("tracking the step", () => {
        const sessionID = sessionOf(messages);
        if (sessionID === undefined) return undefined;
        const settling = runtime.settle(sessionID);
        const reconciling = following.reconcile(sessionID, messages);
        return settling === undefined
          ? reconciling
          : Promise.all([settling, reconciling]).then(() => undefined);
      }),

    "experimental.chat.system.transform": ({ sessionID }, { system }) =>
      safely("injection", () => {
        // Only main requests carry the environment block; title and compaction requests do not.
        if (!system.some((text) => text.includes("<env>"))) return;
        if (sessionID !== undefined) following.converse(sessionID);
        const { always, news, due } = runtime.renderRequest(sessionID);
        system.push(...always, ...news, ...due);
      }),

    "experimental.session.compacting": ({ sessionID }, { context }) =>
      safely("injection into the compaction", () => {
        following.summarize(sessionID);
        context.push(...runtime.renderCompaction(sessionID));
      }),

    "tool.execute.before": ({ tool, sessionID, callID }, { args }) =>
      safely("the gate", () => {
        const asked = TOOLS.understand(tool, args, around);
        const judge = (understood: Understood) => {
          const announced = {
            id: callID,
            tool,
            args,
            isNeverRefused: () => TOOLS.isNeverRefused(tool),
          };
          return runtime.before(sessionID, { ...announced, ...understood });
        };
        const refused = asked instanceof Promise ? asked.then(judge) : judge(asked);
        return refused instanceof Promise ? refused.then(throwRefusal) : throwRefusal(refused);
      }),

    "tool.execute.after": ({ tool, sessionID, callID, args }, result) =>
      safely("the result", () =>
        runtime.after(sessionID, callID, () => toToolResult(tool, args, result), {
          say: (text) => appendText(result, text),
          change: (toShown) => changeText(result, toShown),
          note: (worker) => noteWorker(result, worker),
        }),
      ),

    "experimental.text.complete": ({ sessionID }, { text }) =>
      safely("tracking the text", () => {
        if (following.isConversing(sessionID)) runtime.say(sessionID, text);
      }),

    event: ({ event }) => safely("tracking the session", () => onEvent(place, event)),

    dispose: () => plugin.close(),
  };
}
