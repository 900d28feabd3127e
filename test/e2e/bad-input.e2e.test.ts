import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Project, call, say } from "./kit/index.ts";
import { editManifest } from "./steps.ts";
import { FILES, PATTERNS_PATH, useHost } from "./use-host.ts";

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

  test("a FIFO called MEMORY.md does not hang", async () => {
    const project = bench.project();
    replaceEntry(project, (path) => execFileSync("mkfifo", [path]));
    await bench.turn(project, "Entry is a pipe", [say("Seen.")]);
    expect(systemOf("Entry is a pipe")).toContain("it is not a regular file");
  });

  test("50 MB", async () => {
    const project = bench.project();
    const focus = "# Memory\n\n## Current Focus\n\n- Goal: stay alive\n\n## History\n\n";
    project.write("memory-bank/MEMORY.md", focus + "an old line\n".repeat(4_500_000));
    await bench.turn(project, "Entry of 50 MB", [say("Seen.")]);
    const system = systemOf("Entry of 50 MB");
    expect(system).toContain("Goal: stay alive");
    expect(system).toContain("[Left out for length: History, the rest of the text.");
    expect(system.slice(system.indexOf("<memory-bank>")).length).toBeLessThanOrEqual(12_100);
  });

  test("invalid UTF-8", async () => {
    const project = bench.project();
    const bytes = Buffer.concat([
      Buffer.from("# Memory \xff\xfe", "latin1"),
      Buffer.from("\nend\n"),
    ]);
    writeFileSync(join(project.dir, "memory-bank/MEMORY.md"), bytes);
    await bench.turn(project, "Entry of odd bytes", [say("Seen.")]);
    expect(systemOf("Entry of odd bytes")).toContain("# Memory \ufffd\ufffd\nend\n");
    await logged("is not valid UTF-8");
  });

  test("a folder called patterns.md gates nothing that could not be opened again", async () => {
    const project = bench.project({ plugin: { guardMode: "block" } });
    rmSync(join(project.dir, PATTERNS_PATH));
    mkdirSync(join(project.dir, PATTERNS_PATH));
    await bench.turn(project, "Patterns is a folder", [editManifest(), say("Done.")]);
    expect(project.read("package.json")).toContain('"2.0.0"');
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
