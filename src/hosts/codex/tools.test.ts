import { beforeAll, describe, expect, it } from "vitest";
import { createPaths } from "../../io/disk/paths.ts";
import { loadShell } from "../shared/host-tools.ts";
import type { ToolCall } from "../../types.ts";
import { TOOLS } from "./tools.ts";
import { REFRESH_TOOL } from "./words.ts";

const ROOT = "/nowhere/tea";
const BANK = `${ROOT}/memory-bank`;
const PATHS = createPaths({ directory: ROOT, root: ROOT, bank: BANK, isCaseInsensitive: false });
const PATCH = "*** Begin Patch\n*** Update File: MEMORY.md\n@@\n-a\n+b\n*** End Patch";
beforeAll(() => loadShell());

function toCall(tool: string, args: unknown, directory = ROOT): ToolCall | undefined {
  const around = { bank: { paths: PATHS }, directory };
  return TOOLS.toToolCall(tool, args, around);
}

const run = (command: string, directory = BANK) => toCall("Bash", { command }, directory);
const writesOf = (call: ToolCall | undefined) =>
  (call?.writes ?? []).map(({ effect, target }) => `${effect} ${target.path}`);

describe("a patch", () => {
  it("changes the files that it names, from where it is applied", () => {
    expect(writesOf(toCall("apply_patch", { command: PATCH }))).toEqual(["change MEMORY.md"]);
    const call = toCall("apply_patch", { command: PATCH }, BANK);
    expect(writesOf(call)).toEqual(["change memory-bank/MEMORY.md"]);
    expect(call?.writes[0]?.planText?.("a\n")).toMatchObject({ after: "b\n" });
  });

  it.each([
    ["quoted", `apply_patch <<'EOF'\n${PATCH}\nEOF`],
    ["bare", `apply_patch <<EOF\n${PATCH}\nEOF`],
    ["spaced", `apply_patch  << 'PATCH'\n${PATCH}\nPATCH\n`],
    ["by its other name", `applypatch <<'EOF'\n${PATCH}\nEOF`],
    ["in a folder", `cd ../memory-bank && apply_patch <<'EOF'\n${PATCH}\nEOF`, `${ROOT}/src`],
    ["in one quoted twice", `cd "memory-bank" && apply_patch <<'EOF'\n${PATCH}\nEOF`, ROOT],
  ])("that is given to the shell, %s, is a patch", (_, command, directory = BANK) => {
    const call = run(command, directory);
    expect(call?.via).toBe("tool");
    expect(writesOf(call)).toEqual(["change memory-bank/MEMORY.md"]);
  });

  it.each([
    ["with something behind it", `apply_patch <<'EOF'\n${PATCH}\nEOF\nrm MEMORY.md`],
    ["with something before it", `rm MEMORY.md; apply_patch <<'EOF'\n${PATCH}\nEOF`],
    ["in a folder that is computed", `cd "$(rm MEMORY.md)" && apply_patch <<'EOF'\n${PATCH}\nEOF`],
    ["and on", `apply_patch <<'EOF' && rm MEMORY.md\n${PATCH}\nEOF`],
    ["into a file", `apply_patch <<'EOF' > MEMORY.md\n${PATCH}\nEOF`],
    ["twice", `apply_patch <<'A'\n${PATCH}\nA\nrm MEMORY.md <<'A'\nA`],
  ])("%s is a command, which does what it does", (_, command) => {
    const call = run(command);
    expect(call?.via).toBe("shell");
    expect(writesOf(call)).toContainEqual(
      expect.stringMatching(/^(?:delete|change|replace) memory-bank\/MEMORY\.md$/),
    );
  });

  it("is none in another program's hands, or without its here-doc", () => {
    for (const command of [
      `git apply <<'EOF'\n${PATCH}\nEOF`,
      `apply_patch '${PATCH}'`,
      `echo apply_patch <<'EOF'\n${PATCH}\nEOF`,
      `apply_patch <<'EOF'\n${PATCH}\nEND`,
    ])
      expect(run(command)?.via).toBe("shell");
  });
});

describe("a tool of the host's", () => {
  it("hands work to the agent that it names", () => {
    const args = { agent_type: "memory-reader", message: "look" };
    for (const tool of ["spawn_agent", "multi_agent_v1spawn_agent", "collaborationspawn_agent"])
      expect(toCall(tool, args)?.delegatesTo).toBe("memory-reader");
    expect(toCall("spawn_agent", { task_name: "memory-reader" })?.delegatesTo).toBeUndefined();
  });

  it("that only looks concerns nobody; what another server calls like ours is not ours", () => {
    for (const tool of ["update_plan", "multi_agent_v1wait_agent", "collaborationwait_agent"])
      expect(toCall(tool, {})).toBeUndefined();
    expect(["request_user_input", REFRESH_TOOL].map(TOOLS.kindOf)).toEqual(["talks", "talks"]);
    for (const tool of ["mcp__memory_bank__other", "mcp__x__refresh"])
      expect(TOOLS.kindOf(tool)).toBeUndefined();
  });

  it("of a server is judged by its words, not by the server's name", () => {
    const write = { path: `${BANK}/MEMORY.md`, content: "x" };
    expect(writesOf(toCall("mcp__read__write_file", write))).toEqual([
      "may-change memory-bank/MEMORY.md",
    ]);
    expect(toCall("mcp__files__list_files", { path: BANK })).toBeUndefined();
  });

  it.each([undefined, null, 3, "text", [], {}, { command: 7 }, { command: {} }])(
    "with %j for arguments harms nobody",
    (args) => {
      for (const tool of ["Bash", "apply_patch", "spawn_agent", "mcp__a__b", REFRESH_TOOL])
        expect(writesOf(toCall(tool, args))).toEqual([]);
    },
  );
});

describe("an agent of ours", () => {
  const AGENTS = ["memory-reader", "memory-bank-writer"];
  const adding = (path: string) => `*** Begin Patch\n*** Add File: ${path}\n+x\n*** End Patch`;
  const bank = { paths: PATHS, language: "en" };
  const around = { bank, directory: ROOT };
  function refusal(agent: string, tool: string, command: string): Promise<string | undefined> {
    const runtime = { bank, sessions: { stateOf: () => ({ agent }) }, before: async () => {} };
    return TOOLS.judge(runtime as never, "s", { id: "c", tool, args: { command } }, around);
  }

  it.each(["cat memory-bank/MEMORY.md", "sed -n 1,20p src/a.ts", "ls src"])(
    "may read by the shell: %s",
    async (command) => {
      for (const agent of AGENTS) expect(await refusal(agent, "Bash", command)).toBeUndefined();
    },
  );

  it.each([
    "echo x > src/a.ts",
    "npm test",
    "python3 -c 'print(1)'",
    `apply_patch <<'EOF'\n${adding("src/a.ts")}\nEOF`,
  ])("may do nothing else by it: %s", async (command) => {
    for (const agent of AGENTS)
      expect(await refusal(agent, "Bash", command)).toContain("[Memory Bank] Not run");
    expect(await refusal("default", "Bash", command)).toBeUndefined();
  });

  it("writes docs if it is the writer, and nothing else", async () => {
    const doc = adding("memory-bank/details/tech.md");
    expect(await refusal("memory-bank-writer", "apply_patch", doc)).toBeUndefined();
    expect(await refusal("memory-reader", "apply_patch", doc)).toBeDefined();
    for (const agent of AGENTS)
      expect(await refusal(agent, "apply_patch", adding("src/a.ts"))).toBeDefined();
  });
});
