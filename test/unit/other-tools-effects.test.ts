import { appendFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { expect, it } from "vitest";
import plugin from "../../src/hosts/opencode/plugin.ts";
import { OTHER_TOOLS, SERVERS } from "../fixtures/other-tools.ts";
import { textsIn, writeFiles } from "../helpers/files-on-disk.ts";
import { tempProject } from "../helpers/temp-project.ts";

const ENTRY = `# Memory

<!-- USER_BLOCK_START -->
Mind the gap.
<!-- USER_BLOCK_END -->
`;
const BANK = {
  "memory-bank/MEMORY.md": ENTRY,
  "memory-bank/details/patterns.md": "- be kind\n",
};
const DOCS = Object.fromEntries(
  Object.entries(BANK).map(([path, text]) => [path.replace("memory-bank/", ""), text]),
);

/** What a tool may do behind everybody's back, in the folder of the bank. */
const DEEDS: Readonly<Record<string, (bank: string) => void>> = {
  "adds to a doc": (bank) => appendFileSync(join(bank, "details/patterns.md"), "- x\n"),
  "changes a user block": (bank) => {
    const path = join(bank, "MEMORY.md");
    writeFileSync(path, readFileSync(path, "utf8").replace("the gap", "nothing"));
  },
  "makes a file": (bank) => writeFileSync(join(bank, "new.json"), "{}"),
  "deletes a doc": (bank) => rmSync(join(bank, "details/patterns.md")),
  "takes the bank away": (bank) => rmSync(bank, { recursive: true }),
};
const SAID: Readonly<Record<string, string>> = {
  passes: "changed since your last step",
  refused: "Not done",
};
/** A hook looks again only after a moment. */
const MOMENT = 40;

type Hook = (input: object, output: object) => Promise<void>;

async function startPlugin(root: string): Promise<Record<string, Hook>> {
  process.env["XDG_STATE_HOME"] = join(root, "state");
  const client = { app: { log: async () => ({}) }, session: { get: async () => ({ data: {} }) } };
  const input = { directory: root, worktree: root, client };
  const hooks = (await plugin.server(input as never, { approval: "off" })) as Record<string, Hook>;
  await hooks["config"]?.({ mcp: Object.fromEntries(SERVERS.map((name) => [name, {}])) }, {});
  return hooks;
}

it("no tool changes the bank unseen: it is refused, or its change is undone, or told with the next request", async () => {
  const root = tempProject({ ...BANK, "src/a.ts": "export const tea = 1;\n" });
  const bank = join(root, "memory-bank");
  const hooks = await startPlugin(root);
  const deeds = Object.entries(DEEDS);
  for (const [index, [tool, args, expected]] of OTHER_TOOLS.entries()) {
    const [name = "", act] = deeds[index % deeds.length] ?? [];
    rmSync(bank, { recursive: true, force: true });
    writeFiles(root, Object.entries(BANK));
    await new Promise((resolve) => setTimeout(resolve, MOMENT));
    const told = await play(hooks, tool, args, `c${index}`, () => act?.(bank));
    expect(told, `${tool} ${name}`).toContain(SAID[expected] ?? "Undone");
    const isSame = isDeepStrictEqual(textsIn(bank), DOCS);
    expect(isSame, `${tool} ${name}`).toBe(expected !== "passes");
  }
});

const sessionID = "s";

/** One turn with one call: all that is told of it, the refusal, the notice or a line of the next request. */
async function play(
  hooks: Record<string, Hook>,
  tool: string,
  args: object,
  callID: string,
  act: () => void,
): Promise<string> {
  const parts = [{ type: "text", text: "Go on" }];
  await hooks["chat.message"]?.({ sessionID }, { message: {}, parts });
  // What the user did before is said, and done with.
  await request(hooks);
  const input = { tool, sessionID, callID };
  try {
    await hooks["tool.execute.before"]?.(input, { args });
  } catch (refusal) {
    return String(refusal);
  }
  act();
  const result = { title: "", output: "", metadata: {} };
  await hooks["tool.execute.after"]?.({ ...input, args }, result);
  await new Promise((resolve) => setTimeout(resolve, MOMENT));
  return `${result.output}\n${await request(hooks)}`;
}

/** What a request says beside the block. */
async function request(hooks: Record<string, Hook>): Promise<string> {
  const messages = [{ info: { id: "m", sessionID, role: "user" }, parts: [] }];
  await hooks["experimental.chat.messages.transform"]?.({}, { messages });
  const system = ["<env>"];
  await hooks["experimental.chat.system.transform"]?.({ sessionID, model: {} }, { system });
  return system.slice(2).join("\n");
}
