import { beforeAll, describe, expect, it } from "vitest";
import { createPaths } from "../../io/disk/paths.ts";
import { loadShell, toAgent } from "../shared/host-tools.ts";
import type { ToolCall } from "../../types.ts";
import { TOOLS, toNotification, toTyped } from "./tools.ts";
import { REFRESH_TOOL } from "./words.ts";

const ROOT = "/nowhere/tea";
const PATHS = createPaths({
  directory: ROOT,
  root: ROOT,
  bank: `${ROOT}/memory-bank`,
  isCaseInsensitive: false,
});
const DOC = `${ROOT}/memory-bank/details/patterns.md`;
beforeAll(() => loadShell());

function toCall(tool: string, args: unknown, directory = ROOT): ToolCall | undefined {
  const around = { bank: { paths: PATHS }, directory };
  return TOOLS.toToolCall(tool, args, around);
}

function writesOf(...given: Parameters<typeof toCall>): string[] {
  const call = toCall(...given);
  return (call?.writes ?? []).map(({ effect, target }) => `${effect} ${target.path}`);
}

describe("a call of a tool of the host's", () => {
  it("reads and writes the file of its file_path", () => {
    expect(toCall("Read", { file_path: DOC, offset: 3 })?.reads[0]?.target.doc).toBe(
      "details/patterns.md",
    );
    expect(writesOf("Write", { file_path: `${ROOT}/a.ts`, content: "" })).toEqual(["replace a.ts"]);
    const edit = { file_path: DOC, old_string: "a", new_string: "b", replace_all: false };
    expect(writesOf("Edit", edit)).toEqual(["change memory-bank/details/patterns.md"]);
  });

  it("is understood by its arguments: what an edit makes of the text", () => {
    const edit = { file_path: DOC, old_string: "one", new_string: "two", replace_all: true };
    const [write] = toCall("Edit", edit)?.writes ?? [];
    expect(write?.planText?.("one, one")).toMatchObject({ after: "two, two" });
    expect(toCall("Edit", edit)?.effectCheck).toBeUndefined();
  });

  it("changes a notebook by its own name for the path", () => {
    const args = { notebook_path: `${ROOT}/memory-bank/a.ipynb`, cell_id: "1", new_source: "x" };
    expect(writesOf("NotebookEdit", args)).toEqual(["change memory-bank/a.ipynb"]);
  });

  it("runs where the agent has gone", () => {
    expect(writesOf("Bash", { command: "echo > MEMORY.md" }, `${ROOT}/memory-bank`)).toEqual([
      "change memory-bank/MEMORY.md",
    ]);
    expect(writesOf("Bash", { command: "echo > MEMORY.md" })).toEqual(["change MEMORY.md"]);
  });

  it("hands work to an agent by its name without the plugin's", () => {
    const handed = (subagent_type: string) => toCall("Agent", { subagent_type })?.delegatesTo;
    expect(handed("memory-bank:memory-reader")).toBe("memory-reader");
    expect(handed("general-purpose")).toBe("general-purpose");
    expect(toCall("Task", { subagent_type: "Explore" })?.delegatesTo).toBe("explore");
    expect(toAgent("other:memory-reader")).toBe("other:memory-reader");
  });

  it("that only looks concerns nobody, and the user's words change nothing", () => {
    for (const tool of ["Glob", "Grep", "WebFetch", "TaskCreate"]) {
      expect(toCall(tool, { path: DOC })).toBeUndefined();
      expect(TOOLS.kindOf(tool)).toBe("looks");
    }
    for (const tool of ["AskUserQuestion", REFRESH_TOOL]) {
      expect(toCall(tool, {})?.writes).toEqual([]);
      expect(TOOLS.kindOf(tool)).toBe("talks");
    }
  });

  it("of an MCP server is judged by its words, not by the server's name", () => {
    const write = { path: DOC, content: "x" };
    expect(writesOf("mcp__search__write_file", write)).toEqual([
      "may-change memory-bank/details/patterns.md",
    ]);
    expect(toCall("mcp__files__list_files", { path: DOC })).toBeUndefined();
  });

  it.each([undefined, null, 3, "text", [], {}, { file_path: 7 }, { command: {} }])(
    "with %j for arguments harms nobody",
    (args) => {
      for (const tool of ["Read", "Write", "Edit", "Bash", "Agent", "NotebookEdit", "mcp__a__b"]) {
        expect(writesOf(tool, args)).toEqual([]);
      }
    },
  );
});

it("a command is as it was typed, whatever the host puts for it", () => {
  const line =
    "<command-message>memory-bank:refresh</command-message>\n<command-name>/memory-bank:refresh</command-name>\n<command-args>now please</command-args>";
  expect(toTyped(line)).toBe("/memory-bank:refresh now please");
  expect(toTyped("about <command-name>x</command-name>")).toMatch(/^about/);
});

it("of a task in the background the answer counts if it has ended well", () => {
  const notice = (status: string) =>
    `<task-notification>\n<task-id>a1</task-id>\n<status>${status}</status>\n<result>It </result> is.</result>\n</task-notification>`;
  expect(toNotification("<task-notification>no id")).toBeUndefined();
  expect(toNotification(notice("completed"))).toEqual({ worker: "a1", answer: "It </result> is." });
  expect(toNotification(notice("failed"))).toEqual({ worker: "a1", answer: undefined });
});
