import { describe, expect, it } from "vitest";
import { aCall, aWrite, writing } from "../../../test/helpers/builders.ts";
import { judge as judgeCall, sessionAfter } from "../../../test/helpers/judge.ts";
import type { Session } from "../../types.ts";
import { NEW_SESSION } from "../session.ts";

const WRITE = writing("memory-bank/details/tech.md");
const WRITER = "memory-bank-writer";
const FOLDER = aCall({ writes: [aWrite("memory-bank/details/design", "make-folder")] });

const by = (...agents: (string | undefined)[]): Session =>
  sessionAfter(...agents.map((agent) => ({ kind: "agent-changed", agent }) as const));

describe("leave-writing-to-writer", () => {
  it("refuses everybody else, with the one call to make", () => {
    expect(judgeCall(WRITE, { session: by("build"), writer: "subagent" })).toMatchObject({
      message: `[Memory Bank] Not written: only memory-bank-writer writes into memory-bank/ here.
Next: task(subagent_type="memory-bank-writer", description="save to memory-bank", prompt="the target doc; what to save; the user's words that confirmed it"). (rule: leave-writing-to-writer)`,
    });
  });

  it.each([
    [WRITE, by(WRITER), "allow"],
    [WRITE, by(WRITER, "build"), "refuse"],
    [WRITE, by(WRITER, undefined), "refuse"],
    [WRITE, NEW_SESSION, "refuse"],
    [WRITE, { ...by("build"), parent: by(WRITER) }, "refuse"],
    [writing("src/a.ts"), by("build"), "allow"],
    [FOLDER, by("build"), "allow"],
  ] as const)("goes by the agent of the latest message: case %#", (call, session, kind) => {
    expect(judgeCall(call, { session, writer: "subagent" }).kind).toBe(kind);
    expect(judgeCall(call, { session, writer: "direct" }).kind).toBe("allow");
  });
});
