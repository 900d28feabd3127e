import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { tempProject } from "../../test/helpers/temp-project.ts";
import plugin from "../hosts/opencode/plugin.ts";
import { readBeforeWrite } from "../policy/rules/read-before-write.ts";

const ENTRY = "memory-bank/MEMORY.md";
const BEFORE = "# Memory\n\n".repeat(2000);

type Hook = (input: object, output: object) => Promise<void>;
let root = "";
let hooks: Record<string, Hook | undefined> = {};

beforeEach(async () => {
  root = tempProject({
    [ENTRY]: BEFORE,
    "memory-bank/details/patterns.md": "- be kind\n",
    "package.json": "{}\n",
  });
  process.env["XDG_STATE_HOME"] = join(root, "state");
  const client = { app: { log: async () => ({}) }, session: { get: async () => ({ data: {} }) } };
  const input = { directory: root, worktree: root, client };
  hooks = (await plugin.server(input as never, {})) as typeof hooks;
  await say();
});

const say = async () =>
  hooks["chat.message"]?.(
    { sessionID: "s" },
    { message: {}, parts: [{ type: "text", text: "x" }] },
  );

/** A call as the host makes it; `act` is what the tool does. */
async function call(tool: string, args: object, act: () => void): Promise<string> {
  const input = { tool, sessionID: "s", callID: `${Math.random()}` };
  await hooks["tool.execute.before"]?.(input, { args });
  act();
  const result = { title: "", output: "done", metadata: { exit: 0 } };
  await hooks["tool.execute.after"]?.({ ...input, args }, result);
  return result.output;
}

/** What the next main request says beside the block. */
async function nextRequest(): Promise<string> {
  const messages = [{ info: { id: "m", sessionID: "s", role: "user" }, parts: [] }];
  await hooks["experimental.chat.messages.transform"]?.({}, { messages });
  const system = ["<env>"];
  await hooks["experimental.chat.system.transform"]?.({ sessionID: "s", model: {} }, { system });
  return system.slice(2).join("\n");
}

const read = () => readFileSync(join(root, ENTRY), "utf8");
const overwrite = () => writeFileSync(join(root, ENTRY), "gone\n");
const notices = (output: string) => output.split("[Memory Bank]").length - 1;

afterEach(() => void vi.restoreAllMocks());

/** A plugin that refuses, in a session that the host has told of. */
async function startBlocking(): Promise<void> {
  process.env["MEMORY_BANK_GUARD_MODE"] = "block";
  const client = { app: { log: async () => ({}) }, session: { get: async () => ({ data: {} }) } };
  const input = { directory: root, worktree: root, client };
  hooks = (await plugin.server(input as never, {})) as typeof hooks;
  delete process.env["MEMORY_BANK_GUARD_MODE"];
  await say();
  await hooks["event"]?.(
    { event: { type: "session.created", properties: { info: { id: "s" } } } },
    {},
  );
}

describe("a refusal", () => {
  const edit = () => {
    const args = { filePath: join(root, "package.json"), oldString: "{}", newString: "{ }" };
    return call("edit", args, () => {});
  };

  it("is decided once where there is nothing to wait for", async () => {
    await startBlocking();
    const asked = vi.spyOn(readBeforeWrite, "judge");
    await expect(edit()).rejects.toThrow("(rule: read-before-write)");
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it("is decided again where a read came back meanwhile", async () => {
    await startBlocking();
    const asked = vi.spyOn(readBeforeWrite, "judge");
    const args = { filePath: join(root, "memory-bank/details/patterns.md") };
    const reading = { tool: "read", sessionID: "s", callID: "r" };
    await hooks["tool.execute.before"]?.(reading, { args });
    const editing = edit();
    // The read comes back only after the first judgement.
    await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(1));
    const output = "<file>\n00001| - be kind\n\n(End of file - total 1 lines)\n</file>";
    await hooks["tool.execute.after"]?.({ ...reading, args }, { title: "", output, metadata: {} });
    await expect(editing).resolves.toContain("done");
    expect(asked).toHaveBeenCalledTimes(2);
  });
});

describe("a result", () => {
  it("has one notice, the most important; the other comes with its next occasion", async () => {
    const command = 'echo x > package.json; node -e "1"';
    const first = await call("bash", { command }, overwrite);
    expect(notices(first)).toBe(1);
    expect(first).toContain("Undone:");
    const second = await call("bash", { command }, () => {});
    expect(notices(second)).toBe(1);
    expect(second).toContain("(rule: read-before-write)");
    // A turn that was told something is not reminded as well.
    expect(await call("bash", { command }, () => {})).toBe("done");
  });
});

describe("a command that goes on in the background", () => {
  const start = async () => call("bash", { command: 'node -e "1" &' }, () => {});

  it("is told with the next request as nobody's work, once", async () => {
    expect(await start()).toBe("done");
    overwrite();
    await expect.poll(nextRequest).toContain("by none of your tool calls");
    const found = await nextRequest();
    expect(read()).toBe("gone\n");
    // The host makes a request that failed again: nobody has read the first.
    expect(await nextRequest()).toBe(found);
    await hooks["experimental.text.complete"]?.({ sessionID: "s" }, { text: "I see." });
    expect(await nextRequest()).toBe("");
  });
});

describe("a call that never came back", () => {
  it("is looked after with the next request", async () => {
    const input = { tool: "bash", sessionID: "s", callID: "stopped" };
    await hooks["tool.execute.before"]?.(input, { args: { command: 'node -e "1"' } });
    overwrite();
    expect(await nextRequest()).toContain("[Memory Bank] Undone:");
    expect(read()).toBe(BEFORE);
  });
});
