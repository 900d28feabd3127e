import type { Hooks, PluginInput } from "@opencode-ai/plugin";
import { attempt } from "../../io/disk/read.ts";
import type { ShowToast } from "../../runtime/decisions.ts";
import type { Runtime } from "../../runtime/open-runtime.ts";
import { field, listIn, textField } from "../shared/payload.ts";
import { toMessages, toUserMessage } from "./messages.ts";
import { openPlugin } from "./open-plugin.ts";
import { Refusal, type Started } from "./start-plugin.ts";
import { TOOLS, appendText, noteWorker, toToolResult } from "./tools.ts";
import { WORDS } from "./words.ts";

type Client = PluginInput["client"];
export type OpenHooks = Awaited<ReturnType<typeof openHooks>>;

/** The hooks of OpenCode 1. */
export async function openHooks(started: Started, client: Client) {
  const plugin = await openPlugin(started, {
    words: WORDS,
    tools: TOOLS,
    showToast: toShowToast(client),
    async lookUp(id) {
      const { data } = await client.session.get({ path: { id } });
      return { parent: data?.parentID, isUnattended: isUnattended(data) };
    },
    async fetchAll(id) {
      const { data } = await client.session.messages({ path: { id } });
      if (data === undefined) throw new Error(`could not load the history of session ${id}`);
      return toMessages(data);
    },
  });
  const { runtime } = plugin;
  /** Sessions that the host has begun to compact: the request under way is for a summary. */
  const compacting = new Set<string>();

  const hooks = {
    async "chat.message"({ sessionID: id }, { message, parts }) {
      await plugin.hear(id, toUserMessage(parts, textField(message, "agent"), Date.now()));
    },

    /** A step begins: the messages of its request are known. */
    async "experimental.chat.messages.transform"(_, { messages }) {
      const id = textField(messages.at(-1), "info", "sessionID");
      if (id === undefined) return;
      await runtime.settle(id);
      await plugin.follow(id, toMessages(messages), compacting.has(id));
    },

    async "experimental.chat.system.transform"({ sessionID }, { system }) {
      // Only main requests carry the environment block; title and compaction requests do not.
      if (!system.some((text) => text.includes("<env>"))) return;
      if (sessionID !== undefined) compacting.delete(sessionID);
      system.push(...plugin.renderRequest(sessionID));
    },

    async "experimental.session.compacting"({ sessionID }, { context }) {
      compacting.add(sessionID);
      context.push(...runtime.renderCompaction(sessionID));
    },

    async "tool.execute.before"({ tool, sessionID, callID: id }, { args }) {
      const refusal = await TOOLS.judge(runtime, sessionID, { id, tool, args }, plugin.around);
      if (refusal !== undefined) throw new Refusal(refusal);
    },

    "tool.execute.after": ({ tool, sessionID, callID, args }, result) =>
      runtime.after(sessionID, callID, () => toToolResult(tool, args, result), {
        say: (text) => appendText(result, text),
        note: (worker) => noteWorker(result, worker),
      }),

    async "experimental.text.complete"({ sessionID }, { text }) {
      if (!compacting.has(sessionID)) runtime.say(sessionID, text);
    },

    event: ({ event }) => onEvent(runtime, event),
  } satisfies Hooks;
  return { ...plugin, hooks };
}

/** A session in which nobody answers questions: the host forbids them in one-shot runs. */
function isUnattended(session: unknown): boolean {
  const last = listIn(session, "permission").findLast(
    (rule) => textField(rule, "permission") === "question",
  );
  return field(last, "action") === "deny";
}

async function onEvent(runtime: Runtime, event: unknown): Promise<void> {
  const properties = field(event, "properties");
  const info = field(properties, "info");
  const id = textField(info, "id") ?? "";
  const parent = textField(info, "parentID");
  const title = textField(info, "title");
  const type = field(event, "type");
  if (type === "session.created") runtime.sessions.identify(id, parent, isUnattended(info));
  else if (type === "session.deleted") runtime.forget(id);
  else if (type === "session.idle") await runtime.settle(textField(properties, "sessionID") ?? "");
  else if (type === "session.updated" && parent === undefined && title !== undefined) {
    // The host's placeholder for a session without a title.
    if (!/^(?:New|Child) session - /.test(title)) runtime.titled(id, title);
  } else if (type === "message.part.updated") {
    // A failed call has no after-hook, so end it here; a write may be waiting for its read.
    const part = field(properties, "part");
    const call = textField(part, "callID");
    if (call !== undefined && field(part, "state", "status") === "error")
      await runtime.fail(textField(part, "sessionID") ?? "", call);
  }
}

/**
 * Shows a toast in the corner of the terminal for 8 seconds, enough to read a reason. A refusal is shown as information,
 * because nothing is left to do; a change that stays after a warning is shown as a warning.
 */
function toShowToast(client: Client): ShowToast {
  return ({ kind, text: message }) => {
    const variant = kind === "warned" || kind === "doubted" ? "warning" : "info";
    const body = { title: "Memory Bank", message, variant, duration: 8000 } as const;
    // A host without a terminal shows nothing.
    attempt(() => void client.tui.showToast({ body }).catch(() => undefined), undefined);
  };
}
