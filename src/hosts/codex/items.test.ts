import * as fc from "fast-check";
import { expect, it } from "vitest";
import { toPatchedFiles } from "../shared/patch.ts";
import { textField } from "../shared/payload.ts";
import { folderOf, isOfScript, toCall, toCalled, workerIn } from "./items.ts";

const patchOf = (changes: unknown, status = "completed") =>
  textField(toCalled({ type: "FileChange", changes, status })?.args, "command") ?? "";

it("a call in a rollout is named as its hook names it", () => {
  const called = (row: object) => toCall({ arguments: "{}", ...row });
  const cmd = JSON.stringify({ cmd: "ls", workdir: "/x" });
  expect(called({ name: "exec_command", arguments: cmd })).toEqual({
    tool: "Bash",
    args: { command: "ls" },
  });
  expect(toCall({ name: "apply_patch", input: "*** Begin" })).toEqual({
    tool: "apply_patch",
    args: { command: "*** Begin" },
  });
  expect(called({ name: "refresh", namespace: "mcp__memory_bank" }).tool).toBe(
    "mcp__memory_bank__refresh",
  );
  expect(called({ name: "wait_agent", namespace: "multi_agent_v1" }).tool).toBe(
    "multi_agent_v1wait_agent",
  );
  expect(called({ name: "x", arguments: "broken" }).args).toBeUndefined();
});

it("a command that has run is its last word: what comes before starts the shell", () => {
  const ran = (command: unknown) => toCalled({ type: "CommandExecution", command });
  expect(ran(["/bin/bash", "-lc", "ls; pwd"])).toMatchObject({ args: { command: "ls; pwd" } });
  expect(ran(undefined)).toMatchObject({ args: { command: "" } });
  expect(toCalled({ type: "CommandExecution", status: "declined" })).toBeUndefined();
});

it("a patch that was applied names each file, and what was done to it", () => {
  const patch = patchOf({
    "/p/new.md": { type: "add", content: "one\n*** End Patch\n\nthree\n" },
    "/p/old.md": { type: "delete", content: "one\n" },
    "/p/same.md": { type: "update", unified_diff: "@@", move_path: null },
    "/p/from.md": { type: "update", unified_diff: "@@", move_path: "/p/to.md" },
  });
  expect(toPatchedFiles(patch, "/").map(({ path, effect }) => `${effect} ${path}`)).toEqual([
    "replace /p/new.md",
    "delete /p/old.md",
    "change /p/same.md",
    "move-from /p/from.md",
    "change /p/to.md",
  ]);
});

it("a patch that was not applied, and other things that the host does, are no calls", () => {
  expect(patchOf({ "/p/a.md": {} }, "failed")).toBe("");
  for (const type of ["UserMessage", "Reasoning", "WebSearch", "SubAgentActivity", undefined])
    expect(toCalled({ type })).toBeUndefined();
});

it("a folder may be an address", () => {
  expect(folderOf({ cwd: "file:///a/b%20c" })).toBe("/a/b c");
  expect(folderOf({ cwd: "/a/b" })).toBe("/a/b");
  expect(folderOf({ cwd: "" })).toBeUndefined();
  expect(folderOf(undefined)).toBeUndefined();
});

it("a worker is the thread that work was handed to", () => {
  expect(workerIn({ receiver_thread_ids: ["a", "b"] })).toBe("a");
  expect(workerIn({ agent_thread_id: "c" })).toBe("c");
  expect(workerIn({ receiver_thread_ids: [] })).toBeUndefined();
});

it("calls of scripts are known by their ids", () => {
  expect(isOfScript("exec-a9c840fc")).toBe(true);
  expect(isOfScript("call_14")).toBe(false);
});

it("an item may hold anything: nothing throws", () => {
  const type = fc.constantFrom("CommandExecution", "FileChange", "McpToolCall");
  const keys = fc.constantFrom("command", "changes", "cwd", "server", "arguments", "status");
  const item = fc
    .tuple(type, fc.dictionary(keys, fc.anything()))
    .map(([kind, more]) => ({ status: "completed", ...more, type: kind }));
  const cwd = fc.webUrl().map((url) => url.replace(/^https?/, "file"));
  fc.assert(
    fc.property(item, cwd, (made, address) => {
      toCalled(made);
      toCall(made);
      workerIn(made);
      folderOf(made);
      folderOf({ cwd: address });
    }),
  );
});
