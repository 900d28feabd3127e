import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { explain } from "../../src/cli/commands/explain.ts";
import { restore } from "../../src/cli/commands/restore.ts";
import { type CommandFile, toCommand } from "../../src/cli/usage.ts";
import plugin from "../../src/hosts/opencode/plugin.ts";
import { createDraw } from "../fixtures/secrets/draw.ts";
import { tempProject } from "../helpers/temp-project.ts";

const glue = (...parts: string[]) => parts.join("");
const token = glue("gh", "p_", createDraw("words")("base62", 36));
const key = createDraw("key")("base62", 40);
const password = glue("Kestrel", "7-marsh");
const ENTRY = "memory-bank/MEMORY.md";

type Hook = (input: object, output: object) => Promise<void>;
let root = "";
let hooks: Record<string, Hook | undefined> = {};

beforeEach(async () => {
  root = tempProject({ [ENTRY]: "# Memory\n", "memory-bank/details/patterns.md": "- be kind\n" });
  process.env["XDG_STATE_HOME"] = join(root, "state");
  process.env["MEMORY_BANK_LOG"] = "on";
  const client = { app: { log: async () => ({}) }, session: { get: async () => ({ data: {} }) } };
  hooks = (await plugin.server(
    { directory: root, worktree: root, client } as never,
    {},
  )) as typeof hooks;
  const parts = [{ type: "text", text: "x" }];
  await hooks["chat.message"]?.({ sessionID: "s" }, { message: {}, parts });
});

/** What the agent is told: the refusal, or the result. */
async function call(tool: string, args: object, act: () => void): Promise<string> {
  const input = { tool, sessionID: "s", callID: `${Math.random()}` };
  try {
    await hooks["tool.execute.before"]?.(input, { args });
  } catch (error) {
    return String(error);
  }
  act();
  const result = { title: "", output: "done", metadata: { exit: 0 } };
  await hooks["tool.execute.after"]?.({ ...input, args }, result);
  return result.output;
}

/** The log and the records of kept versions; what a doc is called must be known to compare it. */
function stored(): string {
  return readdirSync(join(root, "state"), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /^incident\.json$|\.jsonl$/.test(entry.name))
    .map(({ name, parentPath }) => readFileSync(join(parentPath, name), "utf8"))
    .join("\n");
}

/** What a command of the CLI prints in the project. */
async function printed(file: CommandFile, ...words: string[]): Promise<string> {
  const lines: string[] = [];
  const log = vi.spyOn(console, "log").mockImplementation((line = "") => lines.push(`${line}`));
  const out = vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    lines.push(String(text));
    return true;
  });
  try {
    await toCommand("any", file).parseAsync([...words, "--dir", root], { from: "user" });
  } finally {
    log.mockRestore();
    out.mockRestore();
  }
  return lines.join("\n");
}

/** Not even a piece of it: a shortened text may have cut it. */
function expectHidden(text: string, secret: string): void {
  for (let at = 0; at + 6 <= secret.length; at++)
    expect(text).not.toContain(secret.slice(at, at + 6));
}

const REFUSED: readonly (readonly [name: string, command: string, secret: string])[] = [
  ["a header", `curl -H "Authorization: Bearer ${token}" https://x.internal > ${ENTRY}`, token],
  ["a variable", `PGPASSWORD=${password} pg_dump shop > ${ENTRY}`, password],
  ["a removal", `rm -rf memory-bank # ${token}`, token],
  ["a path", `cp a.md memory-bank/${token}.md`, token],
  ["two halves", `T='${token.slice(0, 20)}''${token.slice(20)}' tee ${ENTRY}`, token.slice(20)],
  ["a bare key", `sed -i 's/x/${key}/' ${ENTRY}`, key],
];

describe("a command with a secret in it", () => {
  it.each(REFUSED)("is refused without it: %s", async (_, command, secret) => {
    const said = await call("bash", { command }, () => {});
    expect(said).toContain("(rule: guard-memory-files)");
    expectHidden(said, secret);
  });

  it("that changed a doc is told and kept without it", async () => {
    const command = `TOKEN=${token} ./${token}.sh memory-bank`;
    const said = await call("bash", { command }, () => writeFileSync(join(root, ENTRY), "gone\n"));
    expect(said).toContain('Undone: "./▒▒▒.sh" changed');
    expectHidden(said + stored(), token);
    expectHidden(await printed(restore), token);
  });

  it("leaves none in the decision log, nor in what is shown of it", async () => {
    for (const [, command] of REFUSED) await call("bash", { command }, () => {});
    await call("bash", { command: "make" }, () => {
      writeFileSync(join(root, "memory-bank", `${token}.md`), "x\n");
    });
    mkdirSync(join(root, "src"));
    await call("write", { filePath: `src/${token}.ts`, content: "" }, () => {});
    await expect.poll(stored).toContain(`"kind":"decision","tool":"write"`);
    for (const secret of [token, password]) expectHidden(stored(), secret);
    const shown = await printed(explain, "--last", "50");
    for (const secret of [token, password]) expectHidden(shown, secret);
  });
});
