import type { PluginInput } from "@opencode-ai/plugin";
import type { ShowToast } from "../../runtime/decisions.ts";
import type { Runtime } from "../../runtime/open-runtime.ts";
import { field, textField } from "../shared/payload.ts";
import { isUnattended } from "./agents.ts";
import { noteReturned, noteTyped, toMessageEvents } from "./messages.ts";
import { type Plugin, openPlugin } from "./open-plugin.ts";
import { followMessages } from "./reconcile.ts";
import type { Started } from "./start-plugin.ts";
import { appendText, changeText, noteWorker, textOf, toToolResult } from "./tool-result.ts";
import { TOOLS } from "./tools.ts";
import { WORDS } from "./words.ts";

type Client = PluginInput["client"];
export type OpenHooks = Awaited<ReturnType<typeof openHooks>>;

/** What the hooks of OpenCode 1 do. */
export async function openHooks(started: Started, client: Client) {
  const plugin = await openPlugin(started, {
    words: WORDS,
    tools: TOOLS,
    showToast: toShowToast(client),
    async lookUp(id) {
      const { data } = await client.session.get({ path: { id } });
      return { parent: data?.parentID, isUnattended: isUnattended(data) };
    },
    listAgents: () => client.app.agents(),
  });
  const { runtime, log, around } = plugin;
  const reconcile = followMessages({ runtime, client, around, log });
  return {
    ...plugin,
    noteTyped,

    hear: (id: string, agent: string | undefined, parts: readonly unknown[]) =>
      hearMessage(plugin, id, agent, parts),

    /** A step begins: the messages of its request are known. `compacting`: sessions for whose summary it may be. */
    async step(messages: readonly unknown[], compacting: ReadonlySet<string>): Promise<void> {
      const id = textField(messages.at(-1), "info", "sessionID");
      if (id === undefined) return;
      await Promise.all([runtime.settle(id), reconcile(id, messages, compacting.has(id))]);
    },

    takeResult: (id: string, callID: string, tool: string, args: unknown, result: unknown) =>
      runtime.after(id, callID, () => toToolResult(tool, args, result), {
        say: (text) => appendText(result, text),
        change: (toShown) => changeText(result, toShown),
        note: (worker) => noteWorker(result, worker),
      }),

    onEvent: (event: unknown) => onEvent(runtime, event),
  };
}

export async function hearMessage(
  { runtime, agents, around }: Pick<Plugin, "runtime" | "agents" | "around">,
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
function toShowToast(client: Client): ShowToast {
  return ({ kind, text: message }) => {
    const variant = kind === "warned" || kind === "doubted" ? "warning" : "info";
    const body = { title: "Memory Bank", message, variant, duration: 8000 } as const;
    client.tui.showToast({ body }).catch(() => undefined);
  };
}
