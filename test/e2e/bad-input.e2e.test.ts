import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { call, say } from "./kit/index.ts";
import { editManifest } from "./steps.ts";
import { FILES, useHost } from "./use-host.ts";

const bench = useHost();

async function logged(words: string): Promise<void> {
  await expect.poll(() => bench.host.log()).toContain(words);
}

test("a directory called MEMORY.md does not stop the model request", async () => {
  const project = bench.project({ plugin: { guardMode: "block" } });
  const entry = join(project.dir, "memory-bank/MEMORY.md");
  rmSync(entry);
  mkdirSync(entry);
  await bench.turn(project, "Entry is a folder", [editManifest(), say("Seen.")]);
  expect(bench.model.main("Entry is a folder")[0]?.system.join("\n")).toContain(
    "memory-bank/MEMORY.md cannot be read (it is not a regular file)",
  );
  expect(bench.results("Entry is a folder")[0]).toContain("(rule: read-before-write)");
  await logged("memory-bank/MEMORY.md cannot be read: it is not a regular file");
});

test("bad arguments end as the host ends them", async () => {
  const bad: [tool: string, args: object][] = [
    ["edit", {}],
    ["edit", { filePath: 5, oldString: [], newString: null }],
    ["write", { filePath: { path: "package.json" }, content: 1 }],
    ["write", { content: "x" }],
    ["read", { filePath: null }],
    ["bash", { command: 7 }],
    ["bash", { command: "echo 'unterminated", description: "x" }],
    ["task", { subagent_type: 3 }],
  ];
  const project = bench.project({ plugin: { guardMode: "block" } });
  const steps = bad.map(([tool, args]) => call(tool, args));
  const results = await bench.play(project, "Call badly", [...steps, say("Went on.")]);
  expect(results).toHaveLength(bad.length);
  expect(project.read("package.json")).toBe(FILES["package.json"]);
  expect(project.read("memory-bank/MEMORY.md")).toBe(FILES["memory-bank/MEMORY.md"]);
});
