import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toUserMessage } from "./messages.ts";
import { noteWorker, toToolResult } from "./tools.ts";
import { REFRESH_TOOL } from "./words.ts";

const returnedIn = (parts: readonly unknown[]) => toUserMessage(parts, undefined, 0).returned;

describe("a read", () => {
  const shown = (last: string, from = 1) => {
    const output = `<path>p</path>\n<type>file</type>\n<content>\n${from}: a\n\n${last}\n</content>`;
    return toToolResult("read", {}, { output })?.shown;
  };

  it("covers the lines that its text says, of as many as the host has counted", () => {
    expect(shown("(End of file - total 12 lines)")).toEqual({ from: 1, to: 12, total: 12 });
    expect(shown("(End of file - total 12 lines)", 5)).toEqual({ from: 5, to: 12, total: 12 });
    expect(shown("(Showing lines 1-40 of 90. Use offset=41 to continue.)")).toEqual({
      from: 1,
      to: 40,
      total: 90,
    });
    expect(
      shown("(Output capped at 50 KB. Showing lines 1-40. Use offset=41 to continue.)"),
    ).toEqual({ from: 1, to: 40, total: undefined });
    expect(shown("2: (End of file - total 2 lines)")).toBeUndefined();
  });
});

describe("a worker", () => {
  const worker = (args: unknown, result: unknown) => toToolResult("task", args, result)?.worker;

  it("has returned when its task has, not while it runs in the background or after it failed", () => {
    const done = { output: '<task id="s" state="completed">\n', metadata: { sessionId: "s" } };
    expect(worker({}, done)).toEqual({ session: "s", isRunning: false, read: [], wrote: [] });
    for (const [args, result] of [
      [{}, { output: '<task id="s" state="running">\n' }],
      [{}, { output: '<task id="s" state="error">\n' }],
      [{}, { ...done, metadata: { background: true } }],
      [{ run_in_background: true }, { output: "started" }],
    ])
      expect(worker(args, result)).toMatchObject({ isRunning: true });
  });

  it("that was in the background returns with the host's own message", () => {
    const text = '<task id="ses_1" state="completed">\n<task_result>\n…';
    expect(returnedIn([{ type: "text", synthetic: true, text }])).toEqual(["ses_1"]);
    expect(returnedIn([{ type: "text", text }])).toEqual([]);
    const failed = text.replace("completed", "error");
    expect(returnedIn([{ type: "text", synthetic: true, text: failed }])).toEqual([]);
  });

  it("brings back the docs that it has read, as they were noted with its result", () => {
    const result = { output: "", metadata: { sessionId: "s" } };
    noteWorker(result, { session: "s", isRunning: false, wrote: [], read: ["a.md"] });
    expect(worker({}, JSON.parse(JSON.stringify(result)))).toMatchObject({ read: ["a.md"] });
  });
});

describe("answers to questions", () => {
  it("are one for each question, in order, as the host's own tool gives them", () => {
    const options = [{ label: "Yes", description: "write it" }];
    const questions = [
      { header: "Save", question: "Save it?", options },
      { question: "Which colour?" },
    ];
    const result = { metadata: { answers: [["Yes"], ["Red", "Blue"]] } };
    expect(toToolResult("question", { questions }, result)?.answers).toEqual([
      { question: "Save\nSave it?", options, answers: ["Yes"] },
      { question: "Which colour?", options: [], answers: ["Red", "Blue"] },
    ]);
    expect(toToolResult("other_question", { questions }, result)?.answers).toEqual([]);
    expect(toToolResult("question", { questions }, {})?.answers).toEqual([]);
  });
});

it("a plan that was applied names its docs", () => {
  const result = { metadata: { memoryBankApplied: ["MEMORY.md", 7, "details/tech.md"] } };
  expect(toToolResult(REFRESH_TOOL, {}, result)?.applied).toEqual(["MEMORY.md", "details/tech.md"]);
  expect(toToolResult("bash", {}, result)?.applied).toEqual([]);
});

it("nothing that the host hands over makes it throw", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("read", "bash", "task", "question", REFRESH_TOOL),
      fc.anything(),
      fc.anything(),
      (tool, args, result) => {
        toToolResult(tool, args, result);
        toUserMessage([args, result], undefined, 0);
      },
    ),
  );
});
