import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { type Project, call, say } from "../kit/index.ts";
import { ENTRY, FILES } from "../use-host.ts";
import { bash, edit, read, write } from "./steps.ts";
import { BLOCK, useBank } from "./use-bank.ts";
import { describeClaude } from "./use-claude.ts";

const bench = useBank(BLOCK);
const GATE = "(rule: read-before-write)";
const GUARD = "(rule: guard-memory-files)";
const MEMORY = "memory-bank/MEMORY.md";
const setVersion = (from: string, to: string) => edit("package.json", `"${from}"`, `"${to}"`);

describeClaude("permissions of the host", () => {
  test.each(["acceptEdits", "bypassPermissions", "dontAsk"])(
    "%s gets round no refusal",
    async (mode) => {
      const project = bench.project();
      const results = await bench.play(
        project,
        "Do as you like",
        [
          read("package.json"),
          setVersion("1.0.0", "2.0.0"),
          bash("rm -rf memory-bank"),
          write(MEMORY, "# Nothing\n"),
          say("Refused."),
        ],
        // Root may skip permissions only where the host is told that it is in a sandbox.
        { args: ["--permission-mode", mode], env: { IS_SANDBOX: "1" } },
      );
      expect(results[1]).toContain(GATE);
      expect(results[2]).toContain(GUARD);
      expect(project.read("package.json")).toBe(FILES["package.json"]);
      expect(project.read(MEMORY)).toBe(ENTRY);
    },
  );
});

describeClaude("other ways to the files", () => {
  test("an agent in plan mode may not apply a plan, whatever the user says", async () => {
    const tool = "mcp__plugin_memory-bank_bank__refresh";
    const project = bench.project({ files: { "package.json": '{ "name": "tea" }\n' } });
    const allowed = ["--allowedTools", tool];
    const first = await bench.turn(
      project,
      "Plan it",
      [call(tool, { action: "plan" }), say("Shall I?")],
      { args: allowed },
    );
    const [, id] = /plan: "(\w+)"/.exec(first.results[0]?.text ?? "") ?? [];
    const second = await bench.turn(
      project,
      "Yes, do",
      [call(tool, { action: "apply", plan: id }), say("No.")],
      { resume: first.session, args: [...allowed, "--permission-mode", "plan"] },
    );
    expect(second.results[0]).toMatchObject({ isError: true });
    expect(project.exists("memory-bank")).toBe(false);
  });
});

describeClaude("tools of another server", () => {
  const server = fileURLToPath(new URL("../../fixtures/mcp-files.mjs", import.meta.url));
  const withServer = (project: Project) => {
    const files = { command: process.execPath, args: [server, project.dir] };
    const config = JSON.stringify({ mcpServers: { files } });
    return { args: ["--mcp-config", config, "--allowedTools", "mcp__files"] };
  };
  const mcp = (name: string, args: object) => call(`mcp__files__${name}`, args);

  test("that write into the bank are judged like ours, by what they are given", async () => {
    const project = bench.project();
    const results = await bench.play(
      project,
      "By another server",
      [
        mcp("write_file", { path: "memory-bank/notes.txt", content: "x" }),
        mcp("delete_file", { path: MEMORY }),
        mcp("run_command", { command: "rm -rf memory-bank" }),
        mcp("write_file", { path: "package.json", content: "{}" }),
        say("Refused."),
      ],
      withServer(project),
    );
    for (const index of [0, 1, 2]) expect(results[index]).toContain(GUARD);
    expect(results[3]).toContain(GATE);
    expect(project.read(MEMORY)).toBe(ENTRY);
  });
});
