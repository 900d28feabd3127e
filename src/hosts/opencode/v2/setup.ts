import type { Runtime } from "../../../runtime/open-runtime.ts";
import { field, listIn, textField } from "../../shared/payload.ts";
import { openPlugin } from "../open-plugin.ts";
import { Refusal, startPlugin } from "../start-plugin.ts";
import { textOf } from "../tools.ts";
import { WORDS_2 } from "../words.ts";
import { isContext } from "./context.ts";
import { toMessages } from "./messages.ts";
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
    isHeardLate: true,
    async lookUp(sessionID) {
      const found = await ctx.session.get({ sessionID });
      return { parent: textField(found, "parentID"), isUnattended: false };
    },
  });
  const { safely } = started;
  const { runtime } = plugin;

  await safely("registration", () => register(ctx, plugin, started.place()));

  ctx.session.hook("context", (event) =>
    safely("the request", async () => {
      const id = textField(event, "sessionID");
      const isMain = (textField(event, "kind") ?? "primary") === "primary";
      if (id === undefined || !isMain) return;
      await runtime.settle(id);
      await plugin.follow(id, toMessages(listIn(event, "messages"), textField(event, "agent")));
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
    safely("the gate", async () => {
      const { session, ...call } = toCall(event);
      const refusal = await TOOLS_2.judge(runtime, session, call, plugin.around);
      if (refusal !== undefined) throw new Refusal(refusal);
    }),
  );

  ctx.tool.hook("execute.after", (event) =>
    safely("the result", async () => {
      const { id, session, tool, args } = toCall(event);
      if (field(event, "status") !== "completed") return runtime.fail(session, id);
      const result = field(event, "result");
      const toResult = () => toToolResult(tool, args, textOf(result), field(result, "metadata"));
      await runtime.after(session, id, toResult, {
        // A result is handed over as a new one: the host compares what it was with what it is.
        say(text) {
          const content = [field(result, "content") ?? []].flat().map(toPart);
          const told = { ...Object(result), content: [...content, toPart(text)] };
          return Reflect.set(Object(event), "result", told);
        },
      });
    }),
  );

  let isOpen = true;
  /** Events come late and nobody waits for them: nothing is decided by them. */
  async function listen(events: AsyncIterable<unknown>): Promise<void> {
    for await (const event of events) {
      if (!isOpen) return;
      await safely("following the session", () => onEvent(event, runtime));
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

function toPart(part: unknown): unknown {
  return typeof part === "string" ? { type: "text", text: part } : part;
}

/** The host tells the events of all directories: those of sessions that have asked something of us are ours. */
async function onEvent(event: unknown, runtime: Runtime): Promise<void> {
  const { sessions } = runtime;
  const data = field(event, "data");
  const id = textField(data, "sessionID") ?? "";
  const type = textField(event, "type") ?? "";
  if (sessions.find(id) === undefined) return;
  if (type === "session.deleted") runtime.forget(id);
  else if (type === "session.renamed" && sessions.isRoot(id))
    runtime.titled(id, textField(data, "title") ?? "");
  else if (/^session\.execution\.(?:succeeded|failed|interrupted)$/.test(type))
    await runtime.settle(id);
}
