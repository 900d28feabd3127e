import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { call, say } from "./kit/index.ts";
import { addMcpServer } from "./mcp-server.ts";
import { PATCHING, edit, patch, write } from "./steps.ts";
import { FILES, useHost } from "./use-host.ts";

const bench = useHost();
const RULE = "(rule: guard-memory-files)";

describe("structured tools, in every mode", () => {
  test.each(["off", "warn", "block"])("mode %s: only .md files are written", async (guardMode) => {
    const project = bench.project({ plugin: { guardMode, approval: "off" } });
    const text = `Write docs in ${guardMode}`;
    const results = await bench.play(project, text, [
      write("memory-bank/notes.json", "{}"),
      write(join(project.dir, "memory-bank/notes.txt"), "x"),
      write("src/../memory-bank/deep/er/x.yaml", "x"),
      write("memory-bank/details/design/new.md", "# New\n"),
      edit("memory-bank/MEMORY.md", "sells tea", "sells good tea"),
      say("Done."),
    ]);
    for (const index of [0, 1, 2]) expect(results[index]).toContain(RULE);
    for (const index of [3, 4]) expect(results[index]).not.toContain(RULE);
    expect(project.exists("memory-bank/notes.json")).toBe(false);
    expect(project.exists("memory-bank/notes.txt")).toBe(false);
    expect(project.exists("memory-bank/deep")).toBe(false);
    expect(project.read("memory-bank/details/design/new.md")).toBe("# New\n");
    expect(project.read("memory-bank/MEMORY.md")).toContain("good tea");
  });

  test("apply_patch neither deletes nor moves docs; a move in must be Markdown", async () => {
    const project = bench.project({ files: { ...FILES, "notes.md": "a\n", "notes.txt": "a\n" } });
    const change = ["@@", "-a", "+b"];
    const results = await bench.play(
      project,
      "Patch the bank",
      [
        patch("*** Delete File: memory-bank/details/patterns.md"),
        patch(
          "*** Update File: memory-bank/details/patterns.md",
          "*** Move to: docs/p.md",
          "@@",
          "-- convention 1",
          "+- c",
        ),
        patch("*** Update File: notes.txt", "*** Move to: memory-bank/notes.txt", ...change),
        patch("*** Update File: notes.md", "*** Move to: memory-bank/notes.md", ...change),
        say("Done."),
      ],
      PATCHING,
    );
    for (const index of [0, 1, 2]) expect(results[index]).toContain(RULE);
    expect(project.exists("memory-bank/details/patterns.md")).toBe(true);
    expect(project.exists("memory-bank/notes.txt")).toBe(false);
    expect(project.read("memory-bank/notes.md")).toBe("b\n");
  });

  test("MCP tools that are given a file of the bank are refused unless they only read", async () => {
    const project = bench.project({ plugin: { guardMode: "block", approval: "off" } });
    addMcpServer(project);
    const results = await bench.play(project, "Write by MCP", [
      call("files_write_file", { path: "memory-bank/x.md", content: "# X\n" }),
      call("files_delete_file", { path: "memory-bank/MEMORY.md" }),
      call("files_move_file", { source: "memory-bank/MEMORY.md", destination: "x.md" }),
      call("files_move_file", { source: "src/shop.ts", destination: "memory-bank/shop.md" }),
      call("files_write_file", { path: "package.json", content: "{}" }),
      call("files_read_file", { path: "memory-bank/MEMORY.md" }),
      say("Done."),
    ]);
    for (const result of results.slice(0, 4))
      expect(result).toMatch(/^\[Memory Bank\] Not done: "files_\w+" may change memory-bank\//);
    expect(results[4]).toContain("(rule: read-before-write)");
    expect(results[5]).toBe("read_file done");
    expect(project.exists("memory-bank/x.md")).toBe(false);
    expect(project.exists("memory-bank/shop.md")).toBe(false);
    expect(project.exists("memory-bank/MEMORY.md")).toBe(true);
    expect(project.read("package.json")).toContain("1.0.0");
  });
});
