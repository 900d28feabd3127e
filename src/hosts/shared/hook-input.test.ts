import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FIELDS, readHookInput } from "./hook-input.ts";

describe("what a hook hands over", () => {
  it("is read as it comes: what is JSON is parsed, what is empty is not there", () => {
    const input = readHookInput({
      event: "PreToolUse",
      session: "s",
      agent: "",
      args: '{"file_path":"/a"}',
      response: "plain text",
      part: "2",
    });
    expect(input).toMatchObject({ event: "PreToolUse", session: "s", tool: "", part: 2 });
    expect(input.agent).toBeUndefined();
    expect(input.args).toEqual({ file_path: "/a" });
    expect(input.response).toBe("plain text");
    expect(readHookInput({}).part).toBe(1);
  });

  it("of a host whose calls name a thread stays a text, and happens in that thread", () => {
    const read = (thread: string, more: object = {}) =>
      readHookInput({ event: "PostToolUse", session: "s", ...more }, thread);
    expect(read("s").agent).toBeUndefined();
    expect(read("w").agent).toBe("w");
    expect(read("s", { args: '{"a":1}', response: "[]" })).toMatchObject({
      args: { a: 1 },
      response: "[]",
    });
  });

  it("never fails, whatever it is", () => {
    const fields = fc.record(
      Object.fromEntries([...Object.keys(FIELDS), "part"].map((name) => [name, fc.anything()])),
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(fields, fc.anything()), (given) => {
        const input = readHookInput(given);
        expect(typeof input.event).toBe("string");
        expect(typeof input.prompt).toBe("string");
      }),
    );
  });
});
