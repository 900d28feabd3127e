// A plugin for OpenCode 2 that hands everything to the built plugin, and writes down what the host told it.
import { appendFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const { RECORD_TO, RECORD_PLUGIN, RECORD_PROJECT, RECORD_HOME } = process.env;

function write(line) {
  const text = JSON.stringify(line)
    .replaceAll(RECORD_PROJECT, "{project}")
    .replaceAll(RECORD_HOME, "{home}");
  appendFileSync(RECORD_TO, `${text}\n`);
}

/** The host's own prompt and descriptions of tools are long, and nothing of ours reads them. */
function shorten(event) {
  const { tools: _, system, ...rest } = event;
  return system === undefined ? rest : { ...rest, system: [] };
}

export default {
  id: "agent-memory-bank",
  async setup(ctx) {
    const { default: plugin } = await import(pathToFileURL(RECORD_PLUGIN).href);
    const hook = (room) => (name, act) =>
      ctx[room].hook(name, async (event) => {
        if (name !== "context" && !name.startsWith("execute.")) return act(event);
        write({ hook: name, event: shorten(event) });
        await act(event);
      });
    const agents = await ctx.agent.list();
    const data = agents.data.map(({ id, permissions }) => ({ id, permissions }));
    write({ agents: { location: agents.location, data } });
    return plugin.setup({
      options: ctx.options,
      agent: ctx.agent,
      command: ctx.command,
      skill: ctx.skill,
      mcp: ctx.mcp,
      tool: { ...ctx.tool, hook: hook("tool") },
      session: {
        hook: hook("session"),
        prompt: (input) => ctx.session.prompt(input),
        async get(input) {
          const session = await ctx.session.get(input);
          const { id, parentID, fork } = session;
          write({ session: { id, parentID, fork } });
          return session;
        },
      },
      event: {
        async *subscribe() {
          for await (const event of ctx.event.subscribe()) {
            if (
              /^session\.(created|deleted|renamed|tool\.failed|execution)|^permission/.test(
                event.type,
              )
            )
              write({ happened: event });
            yield event;
          }
        },
      },
    });
  },
};
