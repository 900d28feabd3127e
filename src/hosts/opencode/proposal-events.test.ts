import { describe, expect, it } from "vitest";
import { aCall, aWrite } from "../../../test/helpers/builders.ts";
import { REFRESH_TOOL } from "../../bank/layout.ts";
import {
  APPLIED,
  finalText,
  noteTyped,
  toTalkEvents,
  toWriteEvents,
  userWords,
} from "./proposal-events.ts";

const text = (words: string, more = {}) => ({ type: "text", text: words, ...more });

describe("the user's words", () => {
  it("are the text parts that the host did not add", () => {
    const parts = [
      text("Mend it."),
      text("Called the Read tool", { synthetic: true }),
      { type: "file", text: "a file" },
      text("Soon."),
      null,
    ];
    expect(userWords(parts)).toBe("Mend it.\nSoon.");
    expect(userWords([])).toBe("");
  });

  it("are what was typed where a command stands for more", () => {
    const parts = [text("A template: save it to the memory bank"), { type: "file" }, "junk"];
    noteTyped(parts, "review", "the parser ");
    expect(userWords(parts)).toBe("/review the parser");
  });

  it("keep what others noted with a part", () => {
    const part = text("x", { metadata: { theirs: 1 } });
    noteTyped([part], "init", "");
    expect(part).toMatchObject({ metadata: { theirs: 1 } });
    expect(userWords([part])).toBe("/init");
  });
});

it("the final text is that of a message that calls no tool", () => {
  expect(finalText([text("One."), { type: "reasoning", text: "hm" }, text("Two.")])).toBe(
    "One.\nTwo.",
  );
  expect(finalText([text("Let me look."), { type: "tool" }])).toBe("");
  expect(finalText([])).toBe("");
});

describe("answers to questions", () => {
  const ask = (...questions: unknown[]) => ({ questions });
  const answered = (...answers: unknown[]) => ({ metadata: { answers } });

  it("are one event for each question, in order", () => {
    const args = ask({ question: "Save it?" }, { question: "Which colour?" });
    expect(toTalkEvents("question", args, answered(["Yes"], ["Red", "Blue"]))).toEqual([
      { kind: "question-answered", question: "Save it?", answers: ["Yes"] },
      { kind: "question-answered", question: "Which colour?", answers: ["Red", "Blue"] },
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
  const result = { metadata: { [APPLIED]: ["MEMORY.md", 7, "details/tech.md"] } };
  const docs = ["MEMORY.md", "details/tech.md"];
  expect(toTalkEvents(REFRESH_TOOL, {}, result)).toEqual([{ kind: "plan-applied", docs }]);
  expect(toTalkEvents(REFRESH_TOOL, {}, { metadata: {} })).toEqual([]);
  expect(toTalkEvents("bash", {}, result)).toEqual([]);
});

it("writes are docs, files of the project, or changes of its structure", () => {
  const writes = [
    aWrite("memory-bank/details/tech.md"),
    aWrite("src/a.ts", "replace"),
    aWrite("/etc/hosts"),
    aWrite("lib", "make-folder"),
    aWrite("old", "move-from"),
  ];
  expect(toWriteEvents(aCall({ writes }), {})).toEqual([
    { kind: "doc-written", doc: "details/tech.md" },
    { kind: "file-written", path: "src/a.ts" },
    { kind: "structure-changed" },
    { kind: "structure-changed" },
  ]);
});

it("another version is no other workflow, another script is; in code numbers count", () => {
  const events = (path: string, oldString: string, newString: string) =>
    toWriteEvents(aCall({ writes: [aWrite(path, "change")] }), { oldString, newString });
  expect(events("package.json", '"1.0.0"', '"2.0.0"')).toEqual([]);
  expect(events("package.json", '"1.0.0"', '"1.0.0", "x": 1')).toHaveLength(1);
  expect(events("src/a.ts", "i < 9", "i < 10")).toHaveLength(1);
});
