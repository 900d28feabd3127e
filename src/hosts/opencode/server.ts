import type { Hooks, PluginInput } from "@opencode-ai/plugin";
import type { ShowToast } from "../../runtime/decisions.ts";
import type { Runtime } from "../../runtime/open-runtime.ts";
import { field, textField } from "../shared/payload.ts";
import type { Surroundings } from "../shared/surroundings.ts";
import { type Agents, isUnattended } from "./agents.ts";
import { noteReturned, noteTyped, toMessageEvents } from "./messages.ts";
import { openPlugin } from "./open-plugin.ts";
import { followMessages } from "./reconcile.ts";
import { createRefreshTool } from "./refresh-tool.ts";
import { register } from "./registrations.ts";
import { appendText, changeText, noteWorker, textOf, toToolResult } from "./tool-result.ts";
import { TOOLS, toServerNames } from "./tools.ts";
import { REFRESH_TOOL, WORDS } from "./words.ts";

/** OpenCode 1. All state is made here: one instance per project directory that the host serves. */
export async function server(
  input: PluginInput,
  options: unknown,
  packageRoot: URL,
): Promise<Hooks> {
  const { client, directory, worktree } = input;
  let configured: unknown;
  const plugin = await openPlugin({
    directory,
    worktree,
    options,
    packageRoot,
    words: WORDS,
    tools: TOOLS,
    shell: () => textField(configured, "shell"),
    // Other plugins may add theirs later.
    servers: () => toServerNames(Object.keys(Object(field(configured, "mcp") ?? {}))),
    print(level, message) {
      client.app.log({ body: { service: "memory-bank", level, message } }).catch(() => undefined);
    },
    showToast: toShowToast(client),
    async lookUp(id) {
      const { data } = await client.session.get({ path: { id } });
      return { parent: data?.parentID, isUnattended: isUnattended(data) };
    },
    listAgents: () => client.app.agents(),
  });
  if (plugin === undefined) return {};
  const { runtime, log, safely, around, agents } = plugin;
  const following = followMessages({ runtime, client, around, log });

  return {
    tool: { [REFRESH_TOOL]: createRefreshTool(runtime, agents) },

    config: (config) =>
      safely("registration", () => {
        configured = config;
        register(config, plugin.place());
      }),

    "command.execute.before": ({ command, arguments: words }, { parts }) =>
      safely("tracking the command", () => noteTyped(parts, command, words)),

    "chat.message": ({ sessionID }, { message, parts }) =>
      safely("tracking the message", () =>
        hearMessage(plugin, sessionID, textField(message, "agent"), parts),
      ),

    "experimental.chat.messages.transform": (_, { messages }) =>
      safely("tracking the step", async () => {
        const id = textField(messages.at(-1), "info", "sessionID");
        if (id === undefined) return;
        await Promise.all([runtime.settle(id), following.reconcile(id, messages)]);
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

    "tool.execute.before": ({ tool, sessionID: session, callID: id }, { args }) =>
      safely("the gate", () => plugin.judge({ id, session, tool, args })),

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

    event: ({ event }) => safely("tracking the session", () => onEvent(runtime, event)),

    dispose: async () => plugin.close(),
  };
}

export async function hearMessage(
  { runtime, agents, around }: { runtime: Runtime; agents: Agents; around: Surroundings },
  id: string,
  agent: string | undefined,
  parts: readonly unknown[],
): Promise<void> {
  await runtime.identify(id);
  noteReturned(parts, runtime.readBy);
  const events = toMessageEvents(parts, agent, Date.now(), runtime.sessions.isRoot(id), around);
  // Known before the turn begins: what it writes may bring a reminder as well as the user's words.
  const startsTurn = events.some(({ kind }) => kind === "turn-started");
  const mayEdit = startsTurn ? await agents.mayEdit(agent) : undefined;
  await runtime.hear(id, { events, mayEdit, text: textOf({ content: parts }) });
}

/** What a session is called until its first message has been understood. */
const UNTITLED = /^New session - \d{4}-/;

async function onEvent(runtime: Runtime, event: unknown): Promise<void> {
  const properties = field(event, "properties");
  const info = field(properties, "info");
  const id = textField(info, "id") ?? "";
  switch (field(event, "type")) {
    case "session.created":
      runtime.sessions.identify(id, textField(info, "parentID"), isUnattended(info));
      return;
    case "session.updated": {
      const title = textField(info, "title") ?? "";
      const isRoot = textField(info, "parentID") === undefined;
      if (isRoot && title !== "" && !UNTITLED.test(title)) runtime.titled(id, title);
      return;
    }
    case "session.deleted":
      runtime.forget(id);
      return;
    case "message.part.updated": {
      // A call that failed has no after-hook: nobody need wait for its read any longer.
      const part = field(properties, "part");
      const call = textField(part, "callID");
      if (call !== undefined && field(part, "state", "status") === "error")
        await runtime.fail(textField(part, "sessionID") ?? "", call);
      return;
    }
    case "session.idle":
      await runtime.settle(textField(properties, "sessionID") ?? "");
      return;
  }
}

/**
 * In the corner of the terminal; five seconds are too short for a reason that somebody has to think about. A refusal is
 * the product at work; what stays although it was warned of is for the person to look at.
 */
function toShowToast(client: PluginInput["client"]): ShowToast {
  return ({ kind, text: message }) => {
    const variant = kind === "warned" || kind === "doubted" ? "warning" : "info";
    const body = { title: "Memory Bank", message, variant, duration: 8000 } as const;
    client.tui.showToast({ body }).catch(() => undefined);
  };
}
