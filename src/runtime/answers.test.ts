import { symlinkSync } from "node:fs";
import { join, relative } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { createDraw } from "../../test/fixtures/secrets/draw.ts";
import { tempProject } from "../../test/helpers/temp-project.ts";
import plugin from "../hosts/opencode/plugin.ts";

const PATTERNS = "memory-bank/details/patterns.md";
const token = ["gh", "p_", createDraw("answers")("base62", 36)].join("");

type Hook = (input: object, output: object) => Promise<void>;
let root = "";
let hooks: Record<string, Hook | undefined> = {};

beforeEach(async () => {
  root = tempProject({
    "memory-bank/MEMORY.md": "# Memory\n",
    [PATTERNS]: `- Handlers never open a connection.\n- Deploys use ${token}, for now.\n`,
    "big.md": `the needle in it\n${"x".repeat(1_100_000)}`,
  });
  process.env["XDG_STATE_HOME"] = join(root, "state");
  const client = { app: { log: async () => ({}) }, session: { get: async () => ({ data: {} }) } };
  const input = { directory: root, worktree: root, client };
  hooks = (await plugin.server(input as never, {})) as typeof hooks;
  const parts = [{ type: "text", text: "x" }];
  await hooks["chat.message"]?.({ sessionID: "s" }, { message: {}, parts });
});

interface Result {
  output?: string;
  content?: { type: string; text: string }[];
  metadata: object;
}

/** What the main agent sees of an answer. */
async function ask(result: Result): Promise<Result> {
  const args = { subagent_type: "memory-reader", prompt: "?" };
  const input = { tool: "task", sessionID: "s", callID: `${Math.random()}` };
  await hooks["tool.execute.before"]?.(input, { args });
  await hooks["tool.execute.after"]?.({ ...input, args }, result);
  return result;
}

const claim = (id: string, path: string, quote: string) =>
  `  - claim_id: ${id}\n    claim: "a claim"\n    path: ${path}\n    quote: "${quote}"`;
const answerOf = (...claims: string[]) =>
  ["```yaml", "schema: memory-reader/v1", "user_question: q", "evidence:", ...claims]
    .concat("conflicts: []", "open_questions: []", "```")
    .join("\n");

describe("an answer that repeats a secret", () => {
  const answer = answerOf(
    claim("C1", PATTERNS, "- Handlers never open a connection."),
    claim("C2", PATTERNS, `- Deploys use ${token}, for now.`),
  );
  const told = "[Memory Bank] verified 2/2; the answer repeats a secret (github-token)";

  it("stays as it is, and that is told", async () => {
    const { output = "" } = await ask({ output: answer, metadata: {} });
    expect(output.startsWith(`${answer}\n\n${told}`)).toBe(true);
  });

  it("also where the result has parts", async () => {
    const { content = [] } = await ask({ content: [{ type: "text", text: answer }], metadata: {} });
    expect(content[1]?.text).toContain(told);
    expect(content).toHaveLength(2);
  });

  it("that repeats none is left as it is", async () => {
    const clean = answerOf(claim("C1", PATTERNS, "Handlers never open a connection."));
    const { output = "" } = await ask({ output: clean, metadata: {} });
    expect(output.startsWith(`${clean}\n\n[Memory Bank] verified 1/1`)).toBe(true);
  });
});

it("what was not looked at is not verified", async () => {
  const outside = tempProject({ "notes.md": "the needle in it\n" });
  symlinkSync(join(outside, "notes.md"), join(root, "linked.md"));
  symlinkSync(outside, join(root, "linked"));
  const paths = [
    "big.md",
    "linked.md",
    "linked/notes.md",
    join(relative(root, outside), "notes.md"),
    join(outside, "notes.md"),
    "memory-bank",
  ];
  const claims = paths.map((path, at) => claim(`C${at + 1}`, path, "the needle in it"));
  const { output = "" } = await ask({ output: answerOf(...claims), metadata: {} });
  expect(output).toContain("verified 0/6, do not rely on the rest; C1 not checked: big.md");
});
