import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TOOLS as OPENCODE } from "../../src/hosts/opencode/tools.ts";
import { createPaths } from "../../src/io/disk/paths.ts";
import { loadShell } from "../../src/runtime/load-shell.ts";
import type { ToolCall } from "../../src/types.ts";
import { OTHER_TOOLS, SERVERS } from "../fixtures/other-tools.ts";
import { cpuTime } from "../helpers/cpu-time.ts";
import { judge } from "../helpers/judge.ts";
import { tempFolder } from "../helpers/temp-project.ts";

const root = tempFolder();
mkdirSync(join(root, "src"));
writeFileSync(join(root, "a.md"), "");
writeFileSync(join(root, "src/a.ts"), "");
const paths = createPaths({
  directory: root,
  root,
  bank: join(root, "memory-bank"),
  isCaseInsensitive: false,
});

await loadShell();

function toCall(tool: string, args: unknown, directory = root): ToolCall | undefined {
  const around = { directory, root, isPosix: () => true, servers: () => SERVERS };
  return OPENCODE.toToolCall(tool, args, { ...around, paths: () => paths });
}

function outcome(call: ToolCall | undefined): string {
  if (call === undefined) return "passes";
  const decision = judge(call);
  if (decision.kind === "refuse" && decision.rule === "guard-memory-files") return "refused";
  const changed = call.writes.map(({ target }) => target.path);
  const compared = call.effectCheck?.cause === "own-words" ? "compared" : "not compared";
  return changed.length === 0 ? compared : `${compared}, changes ${changed.join(" ")}`;
}

describe("a tool of another plugin or MCP server", () => {
  it.each(OTHER_TOOLS)("%s %j", (tool, args, expected) => {
    expect(outcome(toCall(tool, args))).toBe(expected);
  });

  it("may count its paths from the session's folder or from the root", () => {
    const src = join(root, "src");
    expect(outcome(toCall("tidy", { path: "../memory-bank/x.md" }, src))).toBe("refused");
    expect(outcome(toCall("tidy", { path: "memory-bank/x.md" }, src))).toBe("refused");
  });

  it("that runs git may bring in versions of git's", () => {
    expect(toCall("git_git_checkout", { branch: "main" })?.effectCheck?.runsGit).toBe(true);
    expect(toCall("tidy", {})?.effectCheck?.runsGit).toBe(false);
  });

  it("that runs a command is judged by it, and its output is not taken for reading", () => {
    const call = toCall("shell_execute", { command: "cat memory-bank/MEMORY.md" });
    expect(call).toMatchObject({ via: "shell", reads: [], writes: [] });
    expect(call?.effectCheck).toBeDefined();
  });
});

describe("a tool of the host's with arguments that it does not have", () => {
  it("is compared, and files among these arguments count", () => {
    expect(toCall("edit", { filePath: "a.md", newString: "x" })?.effectCheck).toBeUndefined();
    const other = toCall("edit", { filePath: "a.md", newString: "x", backup: "yes" });
    expect(other?.effectCheck).toBeDefined();
    const args = { filePath: "a.md", content: "x", backupPath: "memory-bank/b.md" };
    expect(outcome(toCall("write", args))).toBe("refused");
  });

  it("deletes and renames files, as oh-my-opencode's edit does", () => {
    const effects = (args: object) =>
      toCall("edit", { edits: [], ...args })?.writes.map(
        ({ effect, target }) => `${effect} ${target.path}`,
      );
    const filePath = join(root, "a.md");
    expect(effects({ filePath, delete: true })).toEqual(["delete a.md"]);
    expect(effects({ filePath, rename: join(root, "b.md") })).toEqual([
      "move-from a.md",
      "change b.md",
    ]);
  });
});

describe("large arguments do not hold up the host", () => {
  const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);
  let nested: unknown = "x";
  for (let depth = 0; depth < 100_000; depth++) nested = [nested];
  const files = [...numbers(20_000).map((at) => `src/${at}`), "memory-bank/x.json"];
  const patchText = `*** Begin Patch\n${files.map((file) => `*** Add File: ${file}\n+x\n`).join("")}*** End Patch`;

  it.each([
    ["paths", "delete_files", { paths: numbers(300_000).map((at) => `src/${at}`) }],
    ["lists in lists", "write_file", { path: nested }],
    ["files of a patch", "apply_patch", { patchText }],
  ])("many %s", (_, tool, args) => {
    const began = cpuTime();
    const call = toCall(tool, args);
    expect(cpuTime() - began).toBeLessThan(1000);
    expect(outcome(call)).toMatch(tool === "apply_patch" ? /^refused/ : /^compared/);
  });
});

const KEYS = ["path", "file", "command", "cwd", "content", "rename", "delete", "edits"];
const VALUES = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom("memory-bank", "rm -rf memory-bank", "\0", "../memory-bank/x", "file://x", "~/x"),
  fc.array(fc.string(), { maxLength: 3 }),
  fc.anything({ maxDepth: 2 }),
);
const COMPARED = ["run_x", "write_x", "tmux", "x"];
const NAMES = fc.oneof(fc.string(), fc.constantFrom(...COMPARED, "get_x", "edit", "read", "bash"));

it("no arguments make it throw, and what is not known to be read-only is compared", () => {
  fc.assert(
    fc.property(NAMES, fc.dictionary(fc.constantFrom(...KEYS), VALUES), (tool, args) => {
      const call = toCall(tool, args);
      if (COMPARED.includes(tool)) expect(call?.effectCheck).toBeDefined();
    }),
    { numRuns: 2000 },
  );
});
