import { describe, expect, it } from "vitest";
import { toToolResult } from "./tool-result.ts";

const read = (file: object, args: object = {}, text?: string) =>
  toToolResult({ tool: "Read", args, response: { type: "text", file }, text }).shown;

describe("a read", () => {
  it("covers the lines that it says", () => {
    expect(read({ startLine: 1, numLines: 40, totalLines: 41 })).toEqual({
      from: 1,
      to: 40,
      total: 41,
    });
    expect(read({ startLine: 31, numLines: 11, totalLines: 41 })).toMatchObject({
      from: 31,
      to: 41,
    });
  });

  it("of an empty file covers its one line; from behind the end, none", () => {
    expect(read({ startLine: 1, numLines: 1, totalLines: 1 })).toEqual({
      from: 1,
      to: 1,
      total: 1,
    });
    expect(read({ startLine: 90, numLines: 0, totalLines: 41 })).toBeUndefined();
  });

  it("of a subagent is known by its text alone", () => {
    const shown = (args: object, text: string) =>
      toToolResult({ tool: "Read", args, response: undefined, text }).shown;
    expect(shown({}, "1\t- a\n2\t- b\n3\t")).toBe("whole");
    expect(shown({ limit: 2 }, "1\t- a\n2\t- b")).toEqual({ from: 1, to: 2, total: undefined });
    expect(shown({ offset: 7 }, "     7→- a\n     8→- b")).toMatchObject({ from: 7, to: 8 });
    expect(shown({}, "<system-reminder>The file is empty</system-reminder>")).toBeUndefined();
  });
});

describe("a command", () => {
  const run = (response: object) => toToolResult({ tool: "Bash", args: {}, response });

  it("has shown its output, unless the host kept it or it runs on", () => {
    expect(run({ stdout: "text" }).text).toBe("text");
    expect(run({ stdout: "te", persistedOutputPath: "/x" }).text).toBe("");
    expect(run({ stdout: "", backgroundTaskId: "b1" }).text).toBe("");
  });
});

describe("an agent", () => {
  const ask = (response: object) => toToolResult({ tool: "Agent", args: {}, response });

  it("that works in the background has answered nothing yet", () => {
    const { worker } = ask({ isAsync: true, status: "async_launched", agentId: "a1" });
    expect(worker).toMatchObject({ session: "a1", isRunning: true });
  });

  it("that is done has answered in its own words", () => {
    const content = [
      { type: "text", text: "one" },
      { type: "text", text: "two" },
    ];
    const result = ask({ status: "completed", agentId: "a1", content });
    expect(result).toMatchObject({ text: "one\ntwo", worker: { session: "a1", isRunning: false } });
  });
});
