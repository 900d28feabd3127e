// A program of its own: doctor runs it in the host's Bun, else in Node. It loads the built plugin as the
// host does, and answers calls of its hook like the servers of other hosts.
import { pathToFileURL } from "node:url";
import { field, textField } from "../../shared/payload.ts";
import { serveLines, toText } from "../../shared/tool-server.ts";

type Hook = (input: object, output: object) => unknown;

const [plugin = ""] = process.argv.slice(2);
const BEFORE = "tool.execute.before";
const opening = open();
opening.catch(() => {});

serveLines(process.stdin, process.stdout, async (method, params) => {
  const before = await opening;
  const given = field(params, "arguments");
  if (method !== "tools/call" || field(given, "event") !== BEFORE) return toText("{}");
  const call = { tool: textField(given, "tool"), sessionID: "doctor", callID: "1" };
  try {
    await before(call, { args: field(given, "args") });
    return toText("{}");
  } catch (error) {
    const permissionDecisionReason = error instanceof Error ? error.message : String(error);
    return toText(JSON.stringify({ hookSpecificOutput: { permissionDecisionReason } }));
  }
});

async function open(): Promise<Hook> {
  const module: unknown = await import(pathToFileURL(plugin).href);
  const server = field(module, "default", "server");
  if (!isFunction(server)) throw new Error("the plugin has no server function");
  const directory = process.cwd();
  const hooks = await server({ directory, worktree: directory, client: {} }, {});
  const before = field(hooks, BEFORE);
  if (!isFunction(before)) throw new Error(`the plugin has no hook ${BEFORE}`);
  return before;
}

function isFunction(value: unknown): value is Hook {
  return typeof value === "function";
}
