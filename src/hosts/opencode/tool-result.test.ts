import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aCall, aTarget, aWrite } from "../../../test/helpers/builders.ts";
import { toResultEvents as toEvents, toTalkEvents as toTalk } from "../../policy/result-events.ts";
import { createPaths } from "../../io/disk/paths.ts";
import type { ToolCall } from "../../types.ts";
import { noteReturned, toMessageEvents } from "./messages.ts";
import { noteWorker, toToolResult } from "./tool-result.ts";
import { REFRESH_TOOL } from "./words.ts";

const DOC = "details/patterns.md";
const READ = aCall({ reads: [{ target: aTarget(`memory-bank/${DOC}`), whole: false }] });
const CAT = aCall({
  via: "shell",
  reads: [{ target: aTarget(`memory-bank/${DOC}`), whole: true }],
});
const DELEGATE = aCall({ delegatesTo: "memory-reader" });
const ORIGIN = { at: 1, call: "c" };

const PATHS = createPaths({
  directory: "/p",
  root: "/p",
  bank: "/p/memory-bank",
  isCaseInsensitive: false,
});

function toResultEvents(call: ToolCall, args: unknown, given: unknown) {
  const tool = call.delegatesTo !== undefined ? "task" : call.via === "shell" ? "bash" : "read";
  const result = toToolResult(tool, args, given);
  return result === undefined ? [] : toEvents(call, result, ORIGIN);
}

function toTalkEvents(tool: string, args: unknown, given: unknown) {
  const result = toToolResult(tool, args, given);
  return result === undefined ? [] : toTalk(result);
}

function toReturnEvents(parts: readonly unknown[], at: number) {
  return toMessageEvents(parts, undefined, at, false, { paths: () => PATHS } as never);
}

function lines(result: unknown): unknown {
  const [event] = toResultEvents(READ, {}, result);
  return event?.kind === "doc-read" ? event.lines : undefined;
}

function text(last: string, from = 1): string {
  return `<path>p</path>\n<type>file</type>\n<content>\n${from}: a\n\n${last}\n</content>`;
}

describe("a read", () => {
  it("covers what the metadata says", () => {
    const display = { type: "file", lineStart: 3, lineEnd: 9, totalLines: 9, truncated: false };
    expect(lines({ output: "x", metadata: { display } })).toEqual({ from: 3, to: 9, total: 9 });
  });

  it("has no known total when it was capped: the host counts only as far as it read", () => {
    const display = { type: "file", lineStart: 1, lineEnd: 40, totalLines: 41, truncated: true };
    const output = text("(Output capped at 50 KB. Showing lines 1-40. Use offset=41 to continue.)");
    expect(lines({ output, metadata: { display } })).toEqual({ from: 1, to: 40, total: undefined });
    const shown = text("(Showing lines 1-40 of 90. Use offset=41 to continue.)");
    expect(lines({ output: shown, metadata: { display } })).toEqual({ from: 1, to: 40, total: 90 });
  });

  it("is told from the text by hosts without that metadata", () => {
    expect(lines({ output: text("(End of file - total 12 lines)") })).toEqual({
      from: 1,
      to: 12,
      total: 12,
    });
    expect(lines({ output: text("(End of file - total 12 lines)", 5) })).toEqual({
      from: 5,
      to: 12,
      total: 12,
    });
    expect(
      lines({ output: text("(Showing lines 1-40 of 90. Use offset=41 to continue.)") }),
    ).toEqual({
      from: 1,
      to: 40,
      total: 90,
    });
    expect(lines({ output: "1: (End of file - total 2 lines)" })).toBeUndefined();
  });

  it("of a folder, or without a result, is none", () => {
    const display = { type: "directory", path: "p", totalEntries: 3 };
    expect(lines({ output: "x", metadata: { display } })).toBeUndefined();
    for (const result of [undefined, null, "x", 1, [], {}]) expect(lines(result)).toBeUndefined();
  });
});

describe("a shell read", () => {
  it("counts when the command succeeded and nothing was cut", () => {
    const events = (metadata: unknown) => toResultEvents(CAT, {}, { output: "x", metadata }).length;
    expect(events({ exit: 0, truncated: false })).toBe(1);
    expect(events({ exit: 0 })).toBe(1);
    expect(events({ exit: 1 })).toBe(0);
    expect(events({ exit: null })).toBe(0);
    expect(events({ exit: 0, truncated: true })).toBe(0);
    expect(events(undefined)).toBe(0);
  });
});

describe("a doc written whole", () => {
  it("counts as read, an edited one does not", () => {
    const write = (effect: "replace" | "change") =>
      toResultEvents(aCall({ writes: [aWrite(`memory-bank/${DOC}`, effect)] }), {}, { output: "" });
    expect(write("replace")).toEqual([
      { kind: "doc-read", doc: DOC, lines: "whole", origin: ORIGIN },
      { kind: "doc-written", doc: DOC },
    ]);
    expect(write("change")).toEqual([{ kind: "doc-written", doc: DOC }]);
  });
});

describe("memory-reader", () => {
  it("has returned when its task has, not while it runs in the background or after it failed", () => {
    const events = (args: unknown, result: unknown) => toResultEvents(DELEGATE, args, result);
    const done = { output: '<task id="s" state="completed">\n', metadata: { sessionId: "s" } };
    expect(events({}, done)).toEqual([
      { kind: "memory-reader-returned", read: [], origin: ORIGIN },
    ]);
    expect(events({}, { output: '<task id="s" state="running">\n' })).toEqual([]);
    expect(events({}, { output: '<task id="s" state="error">\n' })).toEqual([]);
    expect(events({}, { ...done, metadata: { background: true } })).toEqual([]);
    expect(events({ run_in_background: true }, { output: "started" })).toEqual([]);
    expect(events({}, undefined)).toEqual([]);
    expect(toResultEvents(aCall({ delegatesTo: "general" }), {}, done)).toEqual([]);
  });

  it("in the background has started, and has returned with the host's own message", () => {
    const running = { output: "", metadata: { background: true, sessionId: "ses_1" } };
    expect(toResultEvents(DELEGATE, {}, running)).toEqual([
      { kind: "memory-reader-started", worker: "ses_1" },
    ]);
    const text = '<task id="ses_1" state="completed">\n<task_result>\n…';
    expect(toReturnEvents([{ type: "text", synthetic: true, text }], 5)).toEqual([
      { kind: "worker-returned", worker: "ses_1", read: [], origin: { at: 5, call: undefined } },
    ]);
    const part = { type: "text", synthetic: true, text };
    noteReturned([part, { type: "text", text }], (worker) => [`${worker}.md`]);
    expect(toReturnEvents([JSON.parse(JSON.stringify(part))], 5)).toMatchObject([
      { read: ["ses_1.md"] },
    ]);
    expect(toReturnEvents([{ type: "text", text }], 5)).toEqual([]);
    const failed = text.replace("completed", "error");
    expect(toReturnEvents([{ type: "text", synthetic: true, text: failed }], 5)).toEqual([]);
  });

  it("brings back the docs that it has read, as they were noted with its result", () => {
    const result = { output: "", metadata: { sessionId: "s" } };
    const worker = { session: "s", isRunning: false, wrote: [] };
    noteWorker(result, { ...worker, read: ["details/progress.md"] });
    expect(toResultEvents(DELEGATE, {}, JSON.parse(JSON.stringify(result)))).toEqual([
      { kind: "memory-reader-returned", read: ["details/progress.md"], origin: ORIGIN },
    ]);
  });
});

it("never throws, whatever the host hands over", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(READ, CAT, DELEGATE),
      fc.anything(),
      fc.anything(),
      (call, args, result) => {
        toResultEvents(call, args, result);
        toReturnEvents([args, result], 0);
      },
    ),
  );
});

describe("answers to questions", () => {
  const ask = (...questions: unknown[]) => ({ questions });
  const answered = (...answers: unknown[]) => ({ metadata: { answers } });

  it("are one event for each question, in order", () => {
    const options = [{ label: "Yes", description: "write it" }];
    const args = ask(
      { header: "Save", question: "Save it?", options },
      { question: "Which colour?" },
    );
    expect(toTalkEvents("question", args, answered(["Yes"], ["Red", "Blue"]))).toEqual([
      { kind: "question-answered", question: "Save\nSave it?", options, answers: ["Yes"] },
      {
        kind: "question-answered",
        question: "Which colour?",
        options: [],
        answers: ["Red", "Blue"],
      },
    ]);
  });

  it.each([
    [undefined, undefined],
    [ask({ question: "Save it?" }), undefined],
    [ask({ question: "Save it?" }), { metadata: { answers: "Yes" } }],
    [ask({ question: "Save it?" }), answered()],
    [ask({ question: "Save it?" }), answered("Yes")],
    [ask({ header: "no question" }, null), answered(["Yes"], ["Yes"])],
  ])("%j with %j say nothing", (args, result) => {
    expect(toTalkEvents("question", args, result)).toEqual([]);
  });

  it("count only as the host's own tool gives them", () => {
    const args = ask({ question: "Save it?" });
    expect(toTalkEvents("other_question", args, answered(["Yes"]))).toEqual([]);
  });
});

it("a plan that was applied names its docs", () => {
  const result = { metadata: { memoryBankApplied: ["MEMORY.md", 7, "details/tech.md"] } };
  const docs = ["MEMORY.md", "details/tech.md"];
  expect(toTalkEvents(REFRESH_TOOL, {}, result)).toEqual([{ kind: "plan-applied", docs }]);
  expect(toTalkEvents(REFRESH_TOOL, {}, { metadata: {} })).toEqual([]);
  expect(toTalkEvents("bash", {}, result)).toEqual([]);
});
