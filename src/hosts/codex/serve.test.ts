import { expect, it } from "vitest";
import { toHookInput } from "./serve.ts";

const hook = (threadId: string, more: object = {}) =>
  toHookInput({ _meta: { threadId }, arguments: { event: "PostToolUse", session: "s", ...more } });

it("a hook happens in the thread that its call names, which is the session's or a subagent's", () => {
  expect(hook("s")).toMatchObject({ session: "s", agent: undefined });
  expect(hook("w")).toMatchObject({ session: "s", agent: "w" });
});

it("what a command printed stays a text, though it may be JSON", () => {
  const args = '{"command":"cat memory-bank/MEMORY.md"}';
  for (const response of ["[]", "1", '{"content":[]}', "# Tea\n"])
    expect(hook("s", { args, response })).toMatchObject({
      args: { command: "cat memory-bank/MEMORY.md" },
      response,
    });
});
