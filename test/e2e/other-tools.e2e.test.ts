import { expect, test } from "vitest";
import { type Project, call, say } from "./kit/index.ts";
import { addMcpServer } from "./mcp-server.ts";
import { bash } from "./steps.ts";
import { ENTRY, PATTERNS, PATTERNS_PATH, useHost } from "./use-host.ts";

const bench = useHost();

function withServer(): Project {
  const project = bench.project({ plugin: { approval: "off" } });
  addMcpServer(project);
  return project;
}

test("a tool with an innocent name that changes the bank is undone, and told", async () => {
  const project = withServer();
  const [result] = await bench.play(project, "Tidy up", [
    call("files_tidy", { topic: "tea" }),
    say("Done."),
  ]);
  expect(result).toMatch(/^tidy done\n\n\[Memory Bank\] Undone: "files_tidy" changed memory-bank/);
  expect(result).toMatch(/memory-bank restore k-\S+\. .*\(rule: guard-memory-files\)$/);
  expect(project.read(PATTERNS_PATH)).toBe(PATTERNS);
});

test("what a tool that says it only looks has changed is told with the next request", async () => {
  const project = withServer();
  await bench.turn(project, "Ask for the weather", [
    call("files_get_weather", { city: "Bremen" }),
    bash("echo on we go"),
    say("Done."),
  ]);
  const [first, ...later] = bench.model
    .main("Ask for the weather")
    .map(({ system }) => system.join());
  const told = later.filter((system) => system.includes("details/patterns.md changed since"));
  expect(first).not.toContain("details/patterns.md changed since");
  expect(told).toHaveLength(1);
});

test("commands that a tool carries are judged like those of the shell", async () => {
  const project = withServer();
  const results = await bench.play(project, "Run by MCP", [
    call("files_run_command", { command: "rm -rf memory-bank" }),
    call("files_run_command", { command: "rm MEMORY.md", cwd: "memory-bank" }),
    call("files_run_command", { command: "echo tea > notes.txt" }),
    call("files_run_command", { command: 'python3 -c \'open("memory"+"-bank/x.md","w")\'' }),
    say("Done."),
  ]);
  for (const index of [0, 1])
    expect(results[index]).toMatch(/Not done: .*rule: guard-memory-files/s);
  expect(results[2]).toMatch(/^run_command done/);
  expect(results[3]).toMatch(/Not done|Undone/);
  expect(project.read("memory-bank/MEMORY.md")).toBe(ENTRY);
  expect(project.read("notes.txt")).toBe("tea\n");
  expect(project.exists("memory-bank/x.md")).toBe(false);
});
