import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromNotes, toNotes } from "../shared/refresh-tool.ts";
import { toFailedResult, toToolResult } from "./tool-result.ts";
import { REFRESH_TOOL } from "./words.ts";

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

  it("has shown its output, unless the host kept a part of it or it runs on", () => {
    expect(run({ stdout: "text" })).toMatchObject({ text: "text", exit: 0, isCut: false });
    expect(run({ stdout: "te", persistedOutputPath: "/x" }).isCut).toBe(true);
    expect(run({ stdout: "", backgroundTaskId: "b1" }).isCut).toBe(true);
  });

  it("that failed has an exit code", () => {
    expect(toFailedResult("Exit code 1\nno")).toMatchObject({ exit: 1, text: "Exit code 1\nno" });
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

describe("what the user answered", () => {
  const questions = [
    { header: "Save", question: "Save it?", options: [{ label: "Yes", description: "do" }] },
    { question: "Where?", multiSelect: true, options: [] },
    { question: "Not asked?", options: [] },
  ];

  it("is one of the options, or several", () => {
    const response = { answers: { "Save it?": "Yes", "Where?": ["here", "there"] } };
    const { answers } = toToolResult({ tool: "AskUserQuestion", args: { questions }, response });
    expect(answers).toEqual([
      {
        question: "Save\nSave it?",
        options: [{ label: "Yes", description: "do" }],
        answers: ["Yes"],
      },
      { question: "Where?", options: [], answers: ["here", "there"] },
    ]);
  });
});

describe("our own tool", () => {
  it("says beside its text what it planned and applied, and that comes back from a transcript", () => {
    const notes = { planned: "0123456789ab", applied: ["MEMORY.md"] };
    expect(toNotes(JSON.parse(JSON.stringify(fromNotes(notes))))).toEqual(notes);
    const result = toToolResult({ tool: REFRESH_TOOL, args: {}, response: [], notes });
    expect(result).toMatchObject(notes);
  });
});

it("nothing that comes back makes it fail", () => {
  const tools = ["Read", "Bash", "Agent", "AskUserQuestion", "Write", "mcp__a__b", REFRESH_TOOL];
  fc.assert(
    fc.property(fc.constantFrom(...tools), fc.anything(), fc.anything(), (tool, args, response) => {
      expect(typeof toToolResult({ tool, args, response }).text).toBe("string");
      toNotes(response);
    }),
  );
});
