// A program of its own: doctor runs it in the host's Bun, else in Node. It loads the built plugin as the
// host does, fires a risky write at it, and prints what happened as one line of JSON.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { field } from "../../shared/payload.ts";

type Hook = (input: object, output: object) => unknown;

const [plugin = "", directory = ""] = process.argv.slice(2);
const call = { sessionID: "doctor", callID: "1" };
const manifest = { filePath: join(directory, "package.json"), content: "{}" };
const patterns = { filePath: join(directory, "memory-bank/details/patterns.md") };

const answer = await probe().catch((error: unknown) => ({
  failure: error instanceof Error ? error.message : String(error),
}));
process.stdout.write(`${JSON.stringify(answer)}\n`);

async function probe(): Promise<object> {
  const module: unknown = await import(pathToFileURL(plugin).href);
  const hooks = await start(module);
  const refusal = await fire(hooks, "write", manifest);
  if (refusal === undefined) return { failure: "a risky write was not refused" };
  const read = await fire(hooks, "read", patterns);
  if (read !== undefined) return { failure: `a read was refused: ${read}` };
  await hooks("tool.execute.after")(
    { tool: "read", ...call, args: patterns },
    {
      title: "",
      output: "<content>\n1: - be kind\n\n(End of file - total 1 lines)\n</content>",
      metadata: {},
    },
  );
  const second = await fire(hooks, "write", manifest);
  if (second !== undefined)
    return { failure: `the write was refused after the conventions were read: ${second}` };
  return { refusal };
}

/** The host drops a module that has any export besides the plugin. */
async function start(module: unknown): Promise<(name: string) => Hook> {
  const names = typeof module === "object" && module !== null ? Object.keys(module) : [];
  if (names.join() !== "default") throw new Error(`the plugin exports ${names.join(", ")}`);
  const server = field(module, "default", "server");
  if (!isFunction(server)) throw new Error("the plugin has no server function");
  const input = { directory, worktree: directory, client: {} };
  const hooks = await server(input, { guardMode: "block" });
  return (name) => {
    const hook = field(hooks, name);
    if (!isFunction(hook)) throw new Error(`the plugin has no hook ${name}`);
    return hook;
  };
}

/** What the refusal says; undefined where there was none. */
async function fire(
  hooks: (name: string) => Hook,
  tool: string,
  args: object,
): Promise<string | undefined> {
  const before = hooks("tool.execute.before");
  try {
    await before({ tool, ...call }, { args });
    return undefined;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (message.endsWith("(rule: read-before-write)")) return message;
    throw error;
  }
}

function isFunction(value: unknown): value is Hook {
  return typeof value === "function";
}
