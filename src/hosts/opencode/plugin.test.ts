import type { Hooks, PluginInput } from "@opencode-ai/plugin";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { tempProject } from "../../../test/helpers/temp-project.ts";
import { loadShell } from "../shared/host-tools.ts";
import plugin from "./plugin.ts";

const FILES = {
  "memory-bank/MEMORY.md": "# Memory\n",
  "memory-bank/details/patterns.md": "- be kind\n",
  "package.json": "{}\n",
};

interface Loaded {
  readonly hooks: Required<Hooks>;
  readonly log: string[];
}

/** The plugin as the host starts it, in a real folder; only the host's client is a stand-in. */
async function load(
  options: object,
  client: object = {},
  files: Readonly<Record<string, string>> = FILES,
): Promise<Loaded> {
  const directory = tempProject(files);
  const log: string[] = [];
  const input = {
    directory,
    worktree: directory,
    client: {
      app: {
        log: async ({ body }: { body: { level: string; message: string } }) => {
          log.push(`${body.level}: ${body.message}`);
        },
      },
      session: { get: async () => ({ data: { id: "s" } }) },
      ...client,
    },
  } as unknown as PluginInput;
  const hooks = await plugin.server(input as never, options);
  return { hooks: hooks as Required<Hooks>, log };
}

const broken = new Proxy(
  {},
  {
    get() {
      throw new Error("broken");
    },
    ownKeys() {
      throw new Error("broken");
    },
  },
);
const call = (tool: string) => ({ tool, sessionID: "s", callID: "c" });

/** Arguments that cannot be read the way a tool reads them, but can be shown. */
function unreadable(shown: object): unknown {
  return {
    get filePath(): never {
      throw new Error("broken");
    },
    toJSON: () => shown,
  };
}

describe("a throw inside us", () => {
  it("lets every model request go on, and the log says why", async () => {
    const { hooks, log } = await load({});
    const system = Object.freeze(["<env>"]) as unknown as string[];
    await hooks["experimental.chat.system.transform"]({ model: broken as never }, { system });
    await hooks["experimental.session.compacting"](
      { sessionID: "s" },
      { context: Object.freeze([]) as never },
    );
    await hooks["experimental.chat.messages.transform"]({}, { messages: [broken] as never });
    await hooks["chat.message"](
      { sessionID: "s" },
      { message: {} as never, parts: [broken] as never },
    );
    await hooks.event({ event: broken as never });
    await hooks.config(Object.freeze({}));
    for (const what of [
      "experimental.chat.system.transform",
      "experimental.session.compacting",
      "experimental.chat.messages.transform",
      "chat.message",
      "event",
      "config",
    ]) {
      expect(log.filter((line) => line.startsWith(`error: ${what} failed: `))).toHaveLength(1);
    }
  });

  it("follows the mode for a call that may write", async () => {
    for (const guardMode of ["off", "warn"]) {
      const { hooks, log } = await load({ guardMode });
      await hooks["tool.execute.before"](call("edit"), { args: unreadable({ filePath: "a.ts" }) });
      expect(log).toEqual([expect.stringMatching(/^error: the gate failed: Error: broken/)]);
    }
    const { hooks } = await load({ guardMode: "block" });
    await expect(
      hooks["tool.execute.before"](call("edit"), { args: unreadable({ filePath: "a.ts" }) }),
    ).rejects.toThrow(
      "[Memory Bank] Not written: the rule failed on this call.\nNext: report this to the user, who can fix it (broken); then repeat the call. (rule: read-before-write)",
    );
  });

  it("refuses what names the bank and could not be judged, in every mode", async () => {
    for (const guardMode of ["off", "warn", "block"]) {
      const { hooks } = await load({ guardMode });
      for (const args of [unreadable({ filePath: "Memory-Bank/a.md" }), broken]) {
        await expect(hooks["tool.execute.before"](call("write"), { args })).rejects.toThrow(
          "(rule: guard-memory-files)",
        );
      }
    }
  });

  it("never refuses what only looks or hands work on", async () => {
    const { hooks } = await load({ guardMode: "block" });
    for (const tool of ["read", "glob", "task", "delegate_task"]) {
      await hooks["tool.execute.before"](call(tool), { args: broken });
    }
  });

  it("loses no tool result", async () => {
    const { hooks } = await load({ guardMode: "warn" });
    const args = { filePath: "package.json", oldString: "a", newString: "b" };
    await hooks["tool.execute.before"](call("edit"), { args });
    const result = Object.freeze({ title: "", output: "kept", metadata: {} });
    await hooks["tool.execute.after"]({ ...call("edit"), args }, result);
    await hooks["tool.execute.after"]({ ...call("edit"), args }, undefined as never);
    expect(result.output).toBe("kept");
  });

  it("survives a client that fails", async () => {
    const fails = () => {
      throw new Error("no client");
    };
    const { hooks } = await load(
      { guardMode: "block", colour: 1 },
      { app: { log: fails }, session: { get: fails } },
    );
    const args = { filePath: "package.json", oldString: "a", newString: "b" };
    await expect(hooks["tool.execute.before"](call("edit"), { args })).rejects.toThrow(
      "(rule: read-before-write)",
    );
  });
});

describe("what opens the gate, and what does not", () => {
  const args = { filePath: "package.json", oldString: "a", newString: "b" };
  const patterns = { filePath: "memory-bank/details/patterns.md" };
  const shown = {
    title: "",
    output: "<content>\n1: - be kind\n\n(End of file - total 1 lines)\n</content>",
    metadata: {},
  };
  const on = (tool: string, callID: string) => ({ tool, sessionID: "s", callID });

  async function isOpen({ hooks }: Loaded): Promise<boolean> {
    try {
      await hooks["tool.execute.before"](on("edit", "edit"), { args });
      return true;
    } catch {
      return false;
    }
  }
  async function read({ hooks }: Loaded, callID = "read"): Promise<void> {
    await hooks["tool.execute.before"](on("read", callID), { args: patterns });
    await hooks["tool.execute.after"]({ ...on("read", callID), args: patterns }, { ...shown });
  }
  const tell = ({ hooks }: Loaded, type: string, properties: object) =>
    hooks.event({ event: { type, properties } as never });

  it("a read does; a failed one does not, even if a later call has its id", async () => {
    const loaded = await load({ guardMode: "block" });
    const { hooks } = loaded;
    await hooks["tool.execute.before"](on("read", "1"), { args: patterns });
    const code = { filePath: "package.json" };
    await hooks["tool.execute.before"](on("read", "1"), { args: code });
    await hooks["tool.execute.after"]({ ...on("read", "1"), args: code }, { ...shown });
    expect(await isOpen(loaded)).toBe(false);
    await read(loaded);
    expect(await isOpen(loaded)).toBe(true);
  });

  /** What needs more than a moment of the clock never comes. */
  async function soon<Result>(result: Promise<Result>): Promise<Result> {
    await vi.advanceTimersByTimeAsync(100);
    return result;
  }

  it("waits for a read under way, and no longer for one that is known to have failed", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const loaded = await load({ guardMode: "block" });
    const { hooks } = loaded;
    await hooks["tool.execute.before"](on("read", "r"), { args: patterns });
    const waiting = isOpen(loaded);
    const part = { callID: "r", sessionID: "s", state: { status: "error" } };
    await tell(loaded, "message.part.updated", { part });
    expect(await soon(waiting)).toBe(false);

    await hooks["tool.execute.before"](on("read", "q"), { args: patterns });
    const messages = [{ info: { sessionID: "s" }, parts: [] }];
    await hooks["experimental.chat.messages.transform"]({}, { messages: messages as never });
    expect(await soon(isOpen(loaded))).toBe(false);

    await hooks["tool.execute.before"](on("read", "p"), { args: patterns });
    const opened = isOpen(loaded);
    await vi.advanceTimersByTimeAsync(1000);
    await hooks["tool.execute.after"]({ ...on("read", "p"), args: patterns }, { ...shown });
    expect(await soon(opened)).toBe(true);
  });

  it("does not wait for the call's own read", async () => {
    await loadShell();
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { hooks } = await load({ guardMode: "block" });
    const command = "cat memory-bank/details/patterns.md > package.json";
    const refusal = hooks["tool.execute.before"](on("bash", "b"), { args: { command } }).catch(
      String,
    );
    expect(await soon(refusal)).toContain("(rule: read-before-write)");
  });
});

describe("two instances for one directory", () => {
  it("the last one acts, and hands over when it is disposed of and loaded again", async () => {
    const directory = tempProject(FILES);
    const start = async () =>
      (await plugin.server(
        { directory, worktree: directory, client: {} } as never,
        {},
      )) as Required<Hooks>;
    const inject = async (hooks: Required<Hooks>) => {
      const system = ["<env>"];
      await hooks["experimental.chat.system.transform"]({ model: {} as never }, { system });
      return system.length - 1;
    };
    const first = await start();
    const second = await start();
    expect([await inject(first), await inject(second)]).toEqual([0, 1]);
    await first.dispose();
    expect(await inject(second)).toBe(1);
    await second.dispose();
    const third = await start();
    expect([await inject(second), await inject(third)]).toEqual([0, 1]);
  });
});

it("prompts of its agents name the bank's own folder", async () => {
  const files = { "cline_docs/MEMORY.md": "# Memory\n<!-- MEMORY_BANK_TEMPLATE:v7.1 -->\n" };
  const { hooks } = await load({ writer: "subagent" }, {}, files);
  const config: Record<string, Record<string, { readonly prompt: string }>> = {};
  await hooks.config(config);
  for (const agent of ["memory-reader", "memory-bank-writer"]) {
    const prompt = config["agent"]?.[agent]?.prompt;
    expect(prompt).toContain("Read `cline_docs/MEMORY.md`");
    expect(prompt).not.toContain("memory-bank/");
  }
});

describe("a reminder to save", () => {
  /** What the model is told in a turn that writes the manifest. */
  async function turn(agent: string, session: object = {}): Promise<string> {
    const client = { session: { get: async () => ({ data: session }) } };
    // Without conventions there is no gate, and so no other notice.
    const { hooks } = await load({}, client, { ...FILES, "memory-bank/details/patterns.md": "" });
    await hooks["chat.message"](
      { sessionID: "s" },
      { message: { agent } as never, parts: [{ type: "text", text: "use pnpm" }] as never },
    );
    const args = { filePath: "package.json", content: "{}" };
    await hooks["tool.execute.before"](call("write"), { args });
    const result = { title: "", output: "done", metadata: {} };
    await hooks["tool.execute.after"]({ ...call("write"), args }, result);
    return result.output;
  }

  it("is for an agent that does not only plan, where somebody answers", async () => {
    const reminded = "(reminder: offer-to-save)";
    const [deny, allow] = ["deny", "allow"].map((action) => ({ permission: "question", action }));
    expect(await turn("build")).toContain(reminded);
    expect(await turn("plan")).not.toContain(reminded);
    expect(await turn("build", { permission: [deny] })).not.toContain(reminded);
    expect(await turn("build", { permission: [deny, allow] })).toContain(reminded);
  });
});
