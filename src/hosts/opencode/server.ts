import type { Hooks, PluginInput, ToolDefinition } from "@opencode-ai/plugin";
import * as z from "zod/mini";
import { textField } from "../shared/payload.ts";
import { REFRESH_DESCRIPTION, fromNotes, refresh } from "../shared/refresh-tool.ts";
import type { OpenHooks } from "./hooks.ts";
import { register } from "./registrations.ts";
import { Refusal, startPlugin } from "./start-plugin.ts";
import { REFRESH_TOOL } from "./words.ts";

/**
 * OpenCode 1. All state is made here: one instance per project directory that the host serves. The project is opened,
 * and what the hooks do is loaded, when a session first needs it.
 */
export async function server(
  input: PluginInput,
  options: unknown,
  packageRoot: URL,
): Promise<Hooks> {
  const { client, directory, worktree } = input;
  const started = startPlugin({
    directory,
    worktree,
    options,
    packageRoot,
    print(level, message) {
      client.app.log({ body: { service: "memory-bank", level, message } }).catch(() => undefined);
    },
  });
  if (started === undefined) return {};
  const { safely } = started;
  /** Sessions that the host has begun to compact: the request under way is for a summary. */
  const compacting = new Set<string>();
  let opening: Promise<OpenHooks> | undefined;
  let opened: OpenHooks | undefined;

  const open = () =>
    (opening ??= import("./hooks.ts")
      .then(({ openHooks }) => openHooks(started, client))
      .then((hooks) => (opened = hooks)));

  const late = (what: string, act: (hooks: OpenHooks) => void | Promise<void>) =>
    safely(what, () => (opened === undefined ? open().then(act) : act(opened)));

  return {
    tool: { [REFRESH_TOOL]: createRefreshTool(open) },

    config: (config) => safely("registration", () => register(config, started.place())),

    "command.execute.before": ({ command, arguments: words }, { parts }) =>
      late("tracking the command", (hooks) => hooks.noteTyped(parts, command, words)),

    "chat.message": ({ sessionID }, { message, parts }) =>
      late("tracking the message", (hooks) =>
        hooks.hear(sessionID, textField(message, "agent"), parts),
      ),

    "experimental.chat.messages.transform": (_, { messages }) =>
      late("tracking the step", (hooks) => hooks.step(messages, compacting)),

    "experimental.chat.system.transform": ({ sessionID }, { system }) =>
      late("injection", (hooks) => {
        // Only main requests carry the environment block; title and compaction requests do not.
        if (!system.some((text) => text.includes("<env>"))) return;
        if (sessionID !== undefined) compacting.delete(sessionID);
        system.push(...hooks.renderRequest(sessionID));
      }),

    "experimental.session.compacting": ({ sessionID }, { context }) =>
      late("injection into the compaction", (hooks) => {
        compacting.add(sessionID);
        context.push(...hooks.runtime.renderCompaction(sessionID));
      }),

    "tool.execute.before": ({ tool, sessionID: session, callID: id }, { args }) =>
      safely("the gate", async () => {
        const hooks = opened ?? (await open().catch(() => undefined));
        if (hooks === undefined) refuseUnjudged(tool, args);
        else await hooks.judge({ id, session, tool, args });
      }),

    "tool.execute.after": ({ tool, sessionID, callID, args }, result) =>
      late("the result", (hooks) => hooks.takeResult(sessionID, callID, tool, args, result)),

    "experimental.text.complete": ({ sessionID }, { text }) =>
      late("tracking the text", (hooks) => {
        if (!compacting.has(sessionID)) hooks.runtime.say(sessionID, text);
      }),

    event: ({ event }) =>
      safely("tracking the session", () => {
        // Others come before anybody speaks.
        if (!/^(?:session|message)\./.test(event.type)) return undefined;
        return late("tracking the session", (hooks) => hooks.onEvent(event));
      }),

    async dispose() {
      started.release();
      const hooks = await opening?.catch(() => undefined);
      hooks?.runtime.close();
    },
  };
}

const WRITES = /^(?:write|(?:multi)?edit|(?:apply_)?patch|bash)$/;

/** The package was replaced or removed since the start: what names the bank must not pass unjudged. */
function refuseUnjudged(tool: string, args: unknown): void {
  if (WRITES.test(tool) && /memory[-_]?bank/i.test(JSON.stringify(args)))
    throw new Refusal(
      "[Memory Bank] Not done: the plugin could not be loaded, so nothing was checked.\nNext: ask the user to restart OpenCode. (rule: guard-memory-files)",
    );
}

function createRefreshTool(open: () => Promise<OpenHooks>): ToolDefinition {
  return {
    description: REFRESH_DESCRIPTION,
    args: {
      action: z.enum(["plan", "apply"]),
      plan: z.optional(z.string()),
    },
    async execute(args, context) {
      const { runtime, agents } = await open();
      const { text, notes } = await refresh(runtime, args, async () => ({
        session: context.sessionID,
        tool: REFRESH_TOOL,
        mayEdit: await agents.mayEdit(context.agent, false),
        ask: ({ id, flow, operations }) =>
          context.ask({
            permission: REFRESH_TOOL,
            patterns: [id],
            always: [],
            metadata: { plan: id, flow, operations: operations.length },
          }),
      }));
      return { output: text, metadata: fromNotes(notes) };
    },
  };
}
