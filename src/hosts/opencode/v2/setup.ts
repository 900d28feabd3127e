import type { Log } from "../../../runtime/project.ts";
import { isPosixShell } from "../../../shell/foreign.ts";
import { field, isRecord, listIn, textField } from "../../shared/payload.ts";
import { refuseEvidence } from "../../shared/refuse-evidence.ts";
import { refuseOwnAgent } from "../../shared/refuse-own-agent.ts";
import type { Surroundings } from "../../shared/surroundings.ts";
import { BANK_WRITER, MEMORY_READER } from "../../../bank/layout.ts";
import { toServerNames } from "../tools.ts";
import { openPlugin, throwRefusal } from "../open-plugin.ts";
import { createAgents } from "./agents.ts";
import { callKeys } from "./call-keys.ts";
import { type Context, isContext } from "./context.ts";
import { followEvents } from "./events.ts";
import { followRequests } from "./follow-requests.ts";
import { register } from "./register.ts";
import { TOOLS_2, textOf, toToolResult } from "./tools.ts";
import { WORDS_2 } from "./words.ts";

const OWN_AGENTS: ReadonlySet<string | undefined> = new Set([MEMORY_READER, BANK_WRITER]);

/** The host has no log for plugins: what we print goes to its server's output. */
function createLog(isDebug: boolean): Log {
  const print = (message: string) => void process.stderr.write(`[memory-bank] ${message}\n`);
  return {
    warn: print,
    error: (message, error) =>
      print(
        `${message}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      ),
    debug: isDebug ? print : undefined,
  };
}

/** OpenCode 2 calls this once for each directory; what it returns is called when the plugin goes. */
export async function setup(
  ctx: unknown,
  packageRoot: URL,
): Promise<(() => Promise<void>) | undefined> {
  if (!isContext(ctx)) return undefined;
  const { directory, worktree } = await locate(ctx);
  const plugin = openPlugin({
    directory,
    worktree,
    options: ctx.options,
    packageRoot,
    words: WORDS_2,
    openLog: createLog,
    async lookUp(sessionID) {
      const found = await ctx.session.get({ sessionID });
      return { parent: textField(found, "parentID"), isUnattended: false };
    },
  });
  if (plugin === undefined) return undefined;
  const { runtime, log, safely, bankPath } = plugin;
  const { bank } = runtime;
  const servers = toServerNames(await listServers(ctx));
  const around: Surroundings = {
    paths: () => bank.paths,
    directory,
    root: bank.paths.root,
    isPosix: () => isPosixShell(process.platform === "win32" ? "powershell" : "sh"),
    servers: () => servers,
  };
  const agents = createAgents(ctx, bankPath, log);
  const following = followRequests({ runtime, around, mayEdit: (agent) => agents.mayEdit(agent) });
  const keys = callKeys();
  await runtime.recover();

  await safely("registration", async () => {
    await register(ctx, runtime, agents, plugin.place());
  });

  ctx.session.hook("context", (event) =>
    safely("the request", async () => {
      const id = textField(event, "sessionID");
      const kind = textField(event, "kind");
      const system = field(event, "system");
      if (id === undefined || !Array.isArray(system) || (kind ?? "primary") !== "primary") return;
      await runtime.settle(id);
      await following.catchUp(id, listIn(event, "messages"), textField(event, "agent"));
      const { always, news, due } = runtime.renderRequest(id);
      for (const text of [...always, ...news, ...due]) system.push({ type: "text", text });
    }),
  );

  // Only released versions have it: the pre-release's summariser gets nothing of a plugin's.
  ctx.session.hook("compaction", (event) =>
    safely("the compaction", () => {
      const [id, system] = [textField(event, "sessionID"), field(event, "system")];
      if (id === undefined || !Array.isArray(system)) return;
      for (const text of runtime.renderCompaction(id)) system.push({ type: "text", text });
    }),
  );

  ctx.tool.hook("execute.before", (event) =>
    safely("the gate", async () => {
      const id = textField(event, "sessionID") ?? "";
      const tool = textField(event, "tool") ?? "";
      const args = field(event, "input");
      const understood = await TOOLS_2.understand(tool, args, around);
      const agent = textField(event, "agent");
      const ownAgent = OWN_AGENTS.has(agent) ? agent : undefined;
      const command = textField(args, "command") ?? "";
      const isNeverRefused = () => TOOLS_2.isNeverRefused(tool);
      const incoming = { id: keys.begin(event), tool, args, isNeverRefused, ...understood };
      const path = textField(args, "path");
      const isEvidence = ownAgent !== undefined && path !== undefined && tool === "read";
      const refusal =
        (isEvidence ? refuseEvidence(path, directory, bank.paths, bank.language) : undefined) ??
        refuseOwnAgent(ownAgent, understood, command, bank.language) ??
        (await runtime.before(id, incoming));
      if (refusal === undefined) return;
      keys.end(event);
      throwRefusal(refusal);
    }),
  );

  ctx.tool.hook("execute.after", (event) =>
    safely("the result", async () => {
      const id = textField(event, "sessionID") ?? "";
      const call = keys.end(event);
      if (field(event, "status") !== "completed") {
        await runtime.fail(id, call);
        return;
      }
      const [tool, args, result] = [
        textField(event, "tool") ?? "",
        field(event, "input"),
        field(event, "result"),
      ];
      const cameBack = { tool, args, text: textOf(result), metadata: field(result, "metadata") };
      await runtime.after(id, call, () => toToolResult(cameBack), {
        say: (text) => append(event, { type: "text", text }),
        change: (toShown) => change(event, toShown),
        // Requests repeat no metadata of a result: after a restart, what a worker read is not known.
        note: () => {},
      });
    }),
  );

  const stop = followEvents(ctx, { runtime, keys, directory, log, isHeld: plugin.isHeld });
  return async () => {
    stop();
    await plugin.close();
  };
}

/** Released versions say it; the pre-release tells it with its list of agents. */
async function locate(ctx: Context): Promise<{ directory: string; worktree: string }> {
  const location = ctx.location ?? field(await ctx.agent.list(), "location");
  const directory = textField(location, "directory") ?? process.cwd();
  return { directory, worktree: textField(location, "project", "directory") ?? directory };
}

async function listServers(ctx: Context): Promise<object> {
  const listed = await ctx.mcp?.list().catch(() => undefined);
  const names = listIn(listed, "data").flatMap((server) => textField(server, "name") ?? []);
  return Object.fromEntries(names.map((name) => [name, true]));
}

/** A result is handed over as a new one: the host compares what it was with what it is. */
function append(event: unknown, part: object): boolean {
  return replaceContent(event, (content) => [...content, part]);
}

function change(event: unknown, toShown: (text: string) => string): void {
  replaceContent(event, (content) =>
    content.map((part) => {
      const text = textField(part, "text");
      return isRecord(part) && text !== undefined ? { ...part, text: toShown(text) } : part;
    }),
  );
}

function replaceContent(
  event: unknown,
  toContent: (content: readonly unknown[]) => readonly unknown[],
): boolean {
  const result = field(event, "result");
  if (!isRecord(event) || !isRecord(result)) return false;
  const { content } = result;
  const parts =
    typeof content === "string" ? [{ type: "text", text: content }] : listIn(result, "content");
  return Reflect.set(event, "result", { ...result, content: toContent(parts) });
}
