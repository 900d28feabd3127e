import type { Runtime } from "../../../runtime/open-runtime.ts";
import { field, listIn, textField } from "../../shared/payload.ts";
import { refuseOwnAgent } from "../../shared/refuse-own-agent.ts";
import { openPlugin } from "../open-plugin.ts";
import { startPlugin } from "../start-plugin.ts";
import { textOf } from "../tool-result.ts";
import { WORDS_2 } from "../words.ts";
import { isContext } from "./context.ts";
import { followRequests } from "./follow-requests.ts";
import { register } from "./register.ts";
import { TOOLS_2, toToolResult } from "./tools.ts";

/** OpenCode 2 calls this once for each directory; what it returns is called when the plugin goes. */
export async function setup(
  ctx: unknown,
  packageRoot: URL,
): Promise<(() => Promise<void>) | undefined> {
  if (!isContext(ctx)) return undefined;
  // Released versions say where they are; the pre-release tells it with its list of agents.
  const location = ctx.location ?? field(await ctx.agent.list(), "location");
  const directory = textField(location, "directory") ?? process.cwd();
  const started = startPlugin({
    directory,
    worktree: textField(location, "project", "directory") ?? directory,
    options: ctx.options,
    packageRoot,
    // The host has no log for plugins: what we print goes to its server's output.
    print: (_, message) => void process.stderr.write(`[memory-bank] ${message}\n`),
  });
  if (started === undefined) return undefined;
  const plugin = await openPlugin(started, {
    words: WORDS_2,
    tools: TOOLS_2,
    async lookUp(sessionID) {
      const found = await ctx.session.get({ sessionID });
      return { parent: textField(found, "parentID"), isUnattended: false };
    },
    listAgents: () => ctx.agent.list(),
  });
  const { safely } = started;
  const { runtime, agents } = plugin;
  const { bank } = runtime;
  const catchUp = followRequests(plugin);

  await safely("registration", () => register(ctx, runtime, agents, started.place()));

  ctx.session.hook("context", (event) =>
    safely("the request", async () => {
      const id = textField(event, "sessionID");
      const isMain = (textField(event, "kind") ?? "primary") === "primary";
      if (id === undefined || !isMain) return;
      await runtime.settle(id);
      await catchUp(id, listIn(event, "messages"), textField(event, "agent"));
      addTo(event, plugin.renderRequest(id));
    }),
  );

  // Only released versions have it: the pre-release's summariser gets nothing of a plugin's.
  ctx.session.hook("compaction", (event) =>
    safely("the compaction", () =>
      addTo(event, runtime.renderCompaction(textField(event, "sessionID") ?? "")),
    ),
  );

  ctx.tool.hook("execute.before", (event) =>
    safely("the gate", () => {
      const call = toCall(event);
      const agent = textField(event, "agent");
      // What our agents may not do is held here: the user's own rules override those that they are registered with.
      return plugin.judge(call, (understood) => refuseOwnAgent(agent, understood, bank.language));
    }),
  );

  ctx.tool.hook("execute.after", (event) =>
    safely("the result", async () => {
      const { id, session, tool, args } = toCall(event);
      if (field(event, "status") !== "completed") return runtime.fail(session, id);
      const result = field(event, "result");
      const toResult = () => toToolResult(tool, args, textOf(result), field(result, "metadata"));
      await runtime.after(session, id, toResult, {
        say: (text) => setContent(event, [...contentOf(event), { type: "text", text }]),
        change: (toShown) =>
          setContent(
            event,
            contentOf(event).map((part) => {
              const text = textField(part, "text");
              return text === undefined ? part : { ...Object(part), text: toShown(text) };
            }),
          ),
        // Requests repeat no metadata of a result: after a restart, what a worker read is not known.
        note: () => {},
      });
    }),
  );

  let isOpen = true;
  /** Events come late and nobody waits for them: nothing is decided by them. */
  async function listen(events: AsyncIterable<unknown>): Promise<void> {
    for await (const event of events) {
      if (!isOpen) return;
      const where = textField(event, "location", "directory") ?? directory;
      if (where === directory) await safely("following the session", () => onEvent(event, runtime));
    }
  }
  void safely("listening to the host", () => listen(ctx.event.subscribe()));
  return async () => {
    isOpen = false;
    started.release();
    runtime.close();
  };
}

function addTo(event: unknown, texts: readonly string[]): void {
  const system = field(event, "system");
  if (Array.isArray(system)) system.push(...texts.map((text) => ({ type: "text", text })));
}

/** Calls inside code mode share the id of the call around them: the tool and its input tell them apart. */
function toCall(event: unknown) {
  const tool = textField(event, "tool") ?? "";
  const args = field(event, "input");
  const id = `${textField(event, "id")} ${tool} ${JSON.stringify(args)}`;
  return { id, session: textField(event, "sessionID") ?? "", tool, args };
}

function contentOf(event: unknown): readonly unknown[] {
  const result = field(event, "result");
  const text = textField(result, "content");
  return text === undefined ? listIn(result, "content") : [{ type: "text", text }];
}

/** A result is handed over as a new one: the host compares what it was with what it is. */
function setContent(event: unknown, content: readonly unknown[]): boolean {
  return Reflect.set(Object(event), "result", { ...Object(field(event, "result")), content });
}

async function onEvent(event: unknown, runtime: Runtime): Promise<void> {
  const { sessions } = runtime;
  const data = field(event, "data");
  const id = textField(data, "sessionID") ?? "";
  const type = textField(event, "type") ?? "";
  const isKnown = sessions.find(id) !== undefined;
  if (type === "session.created") sessions.identify(id, textField(data, "parentID"));
  else if (type === "session.deleted") runtime.forget(id);
  else if (type === "session.renamed" && isKnown && sessions.isRoot(id))
    runtime.titled(id, textField(data, "title") ?? "");
  else if (/^session\.execution\.(?:succeeded|failed|interrupted)$/.test(type) && isKnown)
    await runtime.settle(id);
}
