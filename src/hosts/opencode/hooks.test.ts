import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { tempProject } from "../../../test/helpers/temp-project.ts";
import { readDecisions } from "../../io/log/read-decisions.ts";
import { stateFolderOf } from "../../io/disk/state-folder.ts";
import plugin from "./plugin.ts";

type Hook = (input: object, output: object) => Promise<void>;
interface Hooks {
  readonly [name: string]: Hook | undefined;
  readonly dispose?: () => Promise<void>;
}

const AGENTS = [
  { name: "build", permission: [{ permission: "*", pattern: "*", action: "allow" }] },
  { name: "plan", permission: [{ permission: "edit", pattern: "*", action: "deny" }] },
];
const REMINDED = "(reminder: offer-to-save)";

let root = "";
let session: object = {};
let hooks: Hooks = {};

beforeEach(async () => {
  root = tempProject({ "memory-bank/MEMORY.md": "# Memory\n", "package.json": "{}\n" });
  process.env["XDG_STATE_HOME"] = join(root, "state");
  process.env["MEMORY_BANK_LOG"] = "on";
  session = {};
  const client = {
    app: { log: async () => ({}), agents: async () => ({ data: AGENTS }) },
    session: { get: async () => ({ data: session }) },
  };
  const input = { directory: root, worktree: root, client };
  hooks = (await plugin.server(input as never, {})) as unknown as Hooks;
});

async function hear(text: string, agent = "build"): Promise<void> {
  const parts = [{ type: "text", text }];
  await hooks["chat.message"]?.({ sessionID: "s" }, { message: { agent }, parts });
}

/** A request of the conversation: what it carries beside the block. */
async function request(): Promise<string> {
  const system = ["<env>"];
  await hooks["experimental.chat.system.transform"]?.({ sessionID: "s", model: {} }, { system });
  return system.slice(2).join("\n");
}

async function writeManifest(): Promise<string> {
  const input = { tool: "write", sessionID: "s", callID: "c" };
  const args = { filePath: join(root, "package.json"), content: "{}" };
  await hooks["tool.execute.before"]?.(input, { args });
  const result = { title: "", output: "done", metadata: {} };
  await hooks["tool.execute.after"]?.({ ...input, args }, result);
  return result.output;
}

const states = async () => {
  await hooks.dispose?.();
  return readDecisions(stateFolderOf(join(root, "memory-bank"))).flatMap((line) =>
    line.kind === "proposal" ? [line.state] : [],
  );
};

describe("a reminder", () => {
  it("is for the agent of this message, whoever the last was for", async () => {
    await hear("we decided to use pnpm", "plan");
    expect(await request()).not.toContain(REMINDED);
    await hear("go on");
    await request();
    expect(await writeManifest()).toContain(REMINDED);
    expect(await states()).toEqual(["reminded"]);
  });

  it("is neither given nor logged where nobody answers", async () => {
    session = { permission: [{ permission: "question", pattern: "*", action: "deny" }] };
    await hear("we decided to use pnpm");
    expect(await request()).not.toContain(REMINDED);
    expect(await states()).toEqual([]);
  });
});
