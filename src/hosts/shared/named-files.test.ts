import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toNamedFiles } from "./named-files.ts";

function files(tool: string, args: unknown): string[] {
  return toNamedFiles(tool, args).map(({ path, effect }) => `${effect} ${path}`);
}

describe("toNamedFiles", () => {
  it.each([
    ["filesystem_write_file", { path: "a.md", content: "x" }, ["change a.md"]],
    [
      "filesystem_edit_file",
      { path: "a.md", edits: [{ oldText: "a", newText: "b" }] },
      ["change a.md"],
    ],
    ["filesystem_create_directory", { path: "d" }, ["make-folder d"]],
    ["filesystem_move_file", { source: "a", destination: "b" }, ["move-from a", "change b"]],
    ["filesystem_copy_file", { source: "a", destination: "b" }, ["change b"]],
    ["serena_create_text_file", { relative_path: "a.md", content: "" }, ["change a.md"]],
    ["serena_delete_lines", { relative_path: "a.md", start_line: 1 }, ["change a.md"]],
    ["desktop_writeFile", { filePath: "a" }, ["change a"]],
    ["editor", { command: "create", path: "a", file_text: "x" }, ["change a"]],
    ["editor", { command: "view", path: "a" }, []],
    ["fs_rename", { oldPath: "a", newPath: "b" }, ["move-from a", "change b"]],
    ["fs_write", { uri: "file:///x/a.md" }, ["change /x/a.md"]],
    ["fs_write_files", { files: [{ path: "a" }, { path: "b" }] }, ["change a", "change b"]],
    ["fs_delete_files", { paths: ["a", "b"] }, ["delete a", "delete b"]],
    ["filesystem_read_file", { path: "a.md" }, []],
    ["filesystem_list_directory", { path: "." }, []],
    ["github_create_issue", { title: "x", body: "memory-bank/a.json" }, []],
    ["search", { query: "write", path: "src" }, []],
    ["gmail_create_draft", { to: ["a", "b"], body: "x" }, []],
    ["ide_edit_file", { path: "a", old: "x", new: "y" }, ["change a"]],
    ["ide_replace_text", { pathInProject: "a", from: "x", to: "y" }, ["change a"]],
    ["fs_copy", { from: "a", to: "b" }, ["change b"]],
    ["fs_writefile", { path: "a" }, ["change a"]],
    ["todo_write", { todos: [{ content: "x" }] }, []],
  ])("%s %j", (tool, args, expected) => {
    expect(files(tool, args)).toEqual(expected);
  });

  it("never throws, whatever the arguments", () => {
    fc.assert(
      fc.property(fc.string(), fc.anything(), (tool, args) => {
        toNamedFiles(`write_${tool}`, args);
      }),
    );
  });
});
