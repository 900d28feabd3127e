import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ranOutput } from "../../../test/helpers/written-rollout.ts";
import { readSeen, toToolResult } from "./tool-result.ts";
import { REFRESH_TOOL } from "./words.ts";

const answered = (more: object) =>
  toToolResult({
    tool: "Bash",
    args: {},
    response: "",
    exit: 0,
    isSeen: true,
    item: undefined,
    ...more,
  });

describe("what the model sees of a command", () => {
  it("is what it printed, and how it ended", () => {
    expect(readSeen(ranOutput("alpha\n", 3))).toEqual({ text: "alpha\n", exit: 3 });
    expect(readSeen("Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess.")).toEqual({
      text: "Success.",
      exit: 0,
    });
    expect(readSeen(ranOutput("x", -1)).exit).toBe(-1);
  });

  it("says nothing of its end while it runs, or where it never ran", () => {
    for (const output of [
      "Chunk ID: 1\nProcess running with session ID 7\nOutput:\nhi\n",
      "Wall time: 0.3 seconds\naborted by user",
      "Command blocked by PreToolUse hook: Process exited with code 0",
      "",
    ])
      expect(readSeen(output).exit).toBeUndefined();
  });

  it("may quote the end of another one", () => {
    const quoted = ranOutput("x", 0);
    expect(readSeen(ranOutput(quoted, 1))).toEqual({ text: quoted, exit: 1 });
    expect(readSeen(`Process running with session ID 7\nOutput:\n${quoted}`).exit).toBeUndefined();
  });
});

describe("a command", () => {
  it("has shown its output where the model saw it, and all of it", () => {
    expect(answered({ response: "text" })).toMatchObject({ text: "text", exit: 0, isCut: false });
    expect(answered({ response: "text", isSeen: false }).isCut).toBe(true);
    const cut =
      "Warning: truncated output (original token count: 42224)\n\n1\n…9 tokens truncated…";
    expect(answered({ response: cut }).isCut).toBe(true);
    expect(answered({ response: `of ${cut}` }).isCut).toBe(false);
  });
});

describe("a question", () => {
  const option = { label: "Yes", description: "Save it" };
  const asked = { id: "q", header: "Save", question: "Save it?", options: [option] };
  const answers = (response: unknown, questions: unknown = [asked]) =>
    answered({ tool: "request_user_input", args: { questions }, response }).answers;

  it("is answered in the words of the user", () => {
    const [answer] = answers('{"answers":{"q":{"answers":["Yes","but later"]}}}');
    expect(answer).toMatchObject({ question: "Save\nSave it?", answers: ["Yes", "but later"] });
    expect(answer?.options).toHaveLength(1);
    expect(answers({ answers: { q: "No" } })[0]?.answers).toEqual(["No"]);
  });

  it.each(["", "{}", '{"answers":{"other":{"answers":["Yes"]}}}', '{"answers":{"q":{}}}', 7, null])(
    "is not answered by %j",
    (response) => expect(answers(response)).toEqual([]),
  );

  it("is answered only by its own tool", () => {
    const response = '{"answers":{"q":{"answers":["Yes"]}}}';
    for (const tool of ["Bash", "mcp__x__request_user_input", "apply_patch"])
      expect(answered({ tool, args: { questions: [asked] }, response }).answers).toEqual([]);
  });
});

it("work that was handed over goes on; what it finds comes later", () => {
  for (const tool of ["spawn_agent", "collaborationspawn_agent", "multi_agent_v1send_input"])
    expect(answered({ tool, item: { agent_thread_id: "w1" } }).worker).toMatchObject({
      session: "w1",
      isRunning: true,
    });
});

it("a plan is what our own tool noted, not what a text says", () => {
  const response = { content: [{ type: "text", text: "plan 0123456789ab" }] };
  expect(answered({ tool: REFRESH_TOOL, response })).toMatchObject({
    text: "plan 0123456789ab",
    planned: undefined,
    applied: [],
  });
  const notes = { planned: "0123456789ab" };
  expect(answered({ tool: REFRESH_TOOL, response, notes }).planned).toBe("0123456789ab");
  expect(answered({ tool: "mcp__other__refresh", response, notes }).planned).toBeUndefined();
});

it("a response may be anything: nothing throws", () => {
  const tool = fc.constantFrom("Bash", "apply_patch", "request_user_input", REFRESH_TOOL, "x");
  fc.assert(
    fc.property(tool, fc.anything(), fc.anything(), fc.string(), (name, args, response, text) => {
      answered({ tool: name, args, response });
      answered({ tool: name, args: { questions: [args] }, response: { answers: response } });
      readSeen(text);
    }),
  );
});
