import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { tempProject } from "../../test/helpers/temp-project.ts";
import plugin from "../hosts/opencode/plugin.ts";

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

describe("a result", () => {
  it("has one notice, the most important; the other comes with its next occasion", async () => {
    const command = 'echo x > package.json; node -e "1"';
    const first = await call("bash", { command }, overwrite);
    expect(notices(first)).toBe(1);
    expect(first).toContain("Undone:");
    const second = await call("bash", { command }, () => {});
    expect(notices(second)).toBe(1);
    expect(second).toContain("(rule: read-before-write)");
    const third = await call("bash", { command }, () => {});
    expect(notices(third)).toBe(1);
    expect(third).toContain("(reminder: offer-to-save)");
    expect(await call("bash", { command }, () => {})).toBe("done");
  });
});

describe("a command that goes on in the background", () => {
  const start = async () => call("bash", { command: 'node -e "1" &' }, () => {});

  it("is looked after with the next request of the turn, which says what was found, once", async () => {
    expect(await start()).toBe("done");
    overwrite();
    const found = await nextRequest();
    expect(found).toContain("[Memory Bank] Undone:");
    expect(read()).toBe(BEFORE);
    // The host makes a request that failed again: nobody has read the first.
    expect(await nextRequest()).toBe(found);
    await hooks["experimental.text.complete"]?.({ sessionID: "s" }, { text: "I see." });
    expect(await nextRequest()).toBe("");
  });

  it("is not looked after in the next turn: the user's own work would be taken for it", async () => {
    await start();
    await say();
    overwrite();
    expect(await nextRequest()).toBe("");
    expect(read()).toBe("gone\n");
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
