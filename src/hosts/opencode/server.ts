import type { Hooks, PluginInput } from "@opencode-ai/plugin";
import * as z from "zod/mini";
import { REFRESH_DESCRIPTION, fromNotes } from "../shared/refresh-tool.ts";
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
  let opening: Promise<OpenHooks> | undefined;
  let opened: OpenHooks | undefined;

  const open = () =>
    (opening ??= import("./hooks.ts")
      .then(({ openHooks }) => openHooks(started, client))
      .then((hooks) => (opened = hooks)));

  /** Calls the hook of that name, after opening the project if needed. If it is open, the call is not delayed. */
  const late =
    (name: keyof OpenHooks["hooks"]) =>
    (...given: readonly unknown[]) =>
      safely(name, () => {
        const act = ({ hooks }: OpenHooks): Promise<void> =>
          Reflect.apply(hooks[name], undefined, given);
        return opened === undefined ? open().then(act) : act(opened);
      });
  const onEvent = late("event");

  return {
    tool: {
      [REFRESH_TOOL]: {
        description: REFRESH_DESCRIPTION,
        args: {
          action: z.enum(["plan", "apply"]),
          plan: z.optional(z.string()),
        },
        async execute(args, { sessionID, agent }) {
          const plugin = await open();
          const { text, notes } = await plugin.refresh(args, sessionID, agent);
          return { output: text, metadata: fromNotes(notes) };
        },
      },
    },
    config: (config) => safely("config", () => register(config, started.place())),
    "chat.message": late("chat.message"),
    "experimental.chat.messages.transform": late("experimental.chat.messages.transform"),
    "experimental.chat.system.transform": late("experimental.chat.system.transform"),
    "experimental.session.compacting": late("experimental.session.compacting"),
    "experimental.text.complete": late("experimental.text.complete"),
    "tool.execute.after": late("tool.execute.after"),

    "tool.execute.before": (...given) =>
      safely("tool.execute.before", async () => {
        const loaded = opened ?? (await open().catch(() => undefined));
        if (loaded === undefined) refuseUnjudged(given[0].tool, given[1].args);
        else await loaded.hooks["tool.execute.before"](...given);
      }),

    // Other events come before the first message too; the project is not opened for them.
    event: (given) =>
      safely("event", () =>
        /^(?:session|message)\./.test(given.event.type) ? onEvent(given) : undefined,
      ),

    async dispose() {
      started.release();
      const loaded = await opening?.catch(() => undefined);
      loaded?.runtime.close();
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
