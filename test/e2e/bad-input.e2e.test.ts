import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Project, call, say } from "./kit/index.ts";
import { editManifest } from "./steps.ts";
import { FILES, useHost } from "./use-host.ts";

const bench = useHost();

function systemOf(text: string): string {
  return bench.model.main(text)[0]?.system.join("\n") ?? "";
}

async function logged(words: string): Promise<void> {
  await expect.poll(() => bench.host.log()).toContain(words);
}

function replaceEntry(project: Project, replace: (path: string) => void): void {
  const path = join(project.dir, "memory-bank/MEMORY.md");
  rmSync(path);
  replace(path);
}

describe("a bad entry never stops the model request", () => {
  test("a directory called MEMORY.md", async () => {
    const project = bench.project({ plugin: { guardMode: "block" } });
    replaceEntry(project, (path) => mkdirSync(path));
    await bench.turn(project, "Entry is a folder", [editManifest(), say("Seen.")]);
    expect(systemOf("Entry is a folder")).toContain(
      "memory-bank/MEMORY.md cannot be read (it is not a regular file)",
    );
    expect(bench.results("Entry is a folder")[0]).toContain("(rule: read-before-write)");
    await logged("memory-bank/MEMORY.md cannot be read: it is not a regular file");
  });
});

describe("bad arguments end as the host ends them", () => {
  test.each([
    ["edit", {}],
    ["edit", { filePath: 5, oldString: [], newString: null }],
    ["write", { filePath: { path: "package.json" }, content: 1 }],
    ["write", { content: "x" }],
    ["read", { filePath: null }],
    ["bash", { command: 7 }],
    ["bash", { command: "echo 'unterminated", description: "x" }],
    ["task", { subagent_type: 3 }],
  ])("%s %j", async (tool, args) => {
    const project = bench.project({ plugin: { guardMode: "block" } });
    const text = `Bad ${tool} ${JSON.stringify(args).slice(0, 40)}`;
    await bench.turn(project, text, [call(tool, args), say("Went on.")]);
    expect(bench.results(text)).toHaveLength(1);
    expect(project.read("package.json")).toBe(FILES["package.json"]);
    expect(project.read("memory-bank/MEMORY.md")).toBe(FILES["memory-bank/MEMORY.md"]);
  });
});

test("an invalid setting is named in the log with the allowed values, and the default holds", async () => {
  const project = bench.project({ plugin: { guardMode: "blok", colour: 1 } });
  await bench.turn(project, "Bad settings", [editManifest(), say("Done.")]);
  expect(bench.results("Bad settings")[0]).toContain("[Memory Bank] Done, but");
  await logged(
    'option guardMode: \\"blok\\" is not allowed (allowed: warn, off, block); using \\"warn\\"',
  );
  await logged("option colour: there is no such setting");
});
