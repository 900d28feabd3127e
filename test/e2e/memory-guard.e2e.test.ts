import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { call, say } from "./kit/index.ts";
import { bash } from "./steps.ts";
import { ENTRY, PATTERNS, PATTERNS_PATH, useHost } from "./use-host.ts";

const bench = useHost();
const RULE = "(rule: guard-memory-files)";

describe("tools of an MCP server", () => {
  /** One whose tools read, write and move files and run commands, and some do more than they say. */
  function withServer(plugin = {}) {
    const server = fileURLToPath(new URL("../fixtures/mcp-files.mjs", import.meta.url));
    const project = bench.project({ plugin: { approval: "off", ...plugin } });
    const config = JSON.parse(project.read("opencode.json")) as object;
    const mcp = { files: { type: "local", command: [process.execPath, server, project.dir] } };
    project.write("opencode.json", JSON.stringify({ ...config, mcp }));
    return project;
  }

  test("are refused a file of the bank unless they only read; what a command of theirs does to it is undone", async () => {
    const project = withServer({ guardMode: "block" });
    const results = await bench.play(project, "Write by MCP", [
      call("files_write_file", { path: "memory-bank/x.md", content: "# X\n" }),
      call("files_move_file", { source: "memory-bank/MEMORY.md", destination: "x.md" }),
      call("files_move_file", { source: "src/shop.ts", destination: "memory-bank/shop.md" }),
      call("files_run_command", { command: "rm MEMORY.md", cwd: "memory-bank" }),
      call("files_run_command", { command: 'python3 -c \'open("memory-bank/x.md","w")\'' }),
      call("files_write_file", { path: "package.json", content: "{}" }),
      call("files_read_file", { path: "memory-bank/MEMORY.md" }),
      call("files_run_command", { command: "echo tea > notes.txt" }),
      say("Done."),
    ]);
    for (const [index, result] of results.slice(0, 5).entries()) {
      expect(result).toMatch(
        index < 3 ? /^\[Memory Bank\] Not done: / : /\[Memory Bank\] Undone: /,
      );
      expect(result).toContain(RULE);
    }
    // What such a tool does to the project is seen afterwards.
    expect(results[5]).toContain("(rule: read-before-write)");
    expect(results[6]).toBe("read_file done");
    for (const path of ["x.md", "shop.md"])
      expect(project.exists(`memory-bank/${path}`)).toBe(false);
    expect(project.read("memory-bank/MEMORY.md")).toBe(ENTRY);
    expect(project.read("notes.txt")).toBe("tea\n");
  });

  test("that change the bank behind an innocent name are undone, and one that says it only looks is told", async () => {
    const project = withServer();
    const [undone] = await bench.play(project, "Tidy up", [
      call("files_tidy", { topic: "tea" }),
      () => {
        expect(project.read(PATTERNS_PATH)).toBe(PATTERNS);
        return call("files_get_weather", { city: "Bremen" });
      },
      bash("echo on we go"),
      say("Done."),
    ]);
    expect(undone).toMatch(
      /^tidy done\n\n\[Memory Bank\] Undone: "files_tidy" changed memory-bank/,
    );
    expect(undone).toMatch(/memory-bank restore k-\S+\. .*\(rule: guard-memory-files\)$/);
    const systems = bench.model.main("Tidy up").map(({ system }) => system.join());
    const told = systems.filter((each) => each.includes("details/patterns.md changed since"));
    expect(told).toHaveLength(1);
  });
});
