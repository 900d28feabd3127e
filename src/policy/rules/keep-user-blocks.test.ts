import { describe, expect, it } from "vitest";
import { changing, judge as judgeCall, textOf } from "../../../test/helpers/judge.ts";
import type { GuardMode, Language } from "../../types.ts";

const MACHINE = "<!-- MACHINE_BLOCK_START -->\n- ours\n<!-- MACHINE_BLOCK_END -->\n";
const USER = "<!-- USER_BLOCK_START -->\nMind the gap.\n<!-- USER_BLOCK_END -->\n";

function judge(
  before: string | undefined,
  after: string | undefined,
  { guardMode = "off", language = "en" }: { guardMode?: GuardMode; language?: Language } = {},
) {
  const call = changing("memory-bank/MEMORY.md", { before, after });
  return judgeCall(call, { guardMode, bank: { language } });
}

describe("keep-user-blocks", () => {
  it("refuses what is certain to change a user block or a marker, in every mode", () => {
    for (const guardMode of ["off", "warn", "block"] as const) {
      for (const after of [
        MACHINE + USER.replace("gap", "step"),
        MACHINE,
        USER + MACHINE,
        MACHINE + USER + USER,
        MACHINE.replace("<!-- MACHINE_BLOCK_END -->\n", "") + USER,
        "",
      ]) {
        expect(judge(MACHINE + USER, after, { guardMode }), after).toMatchObject({
          kind: "refuse",
          rule: "keep-user-blocks",
        });
      }
    }
  });

  it("lets everything else pass, a new doc and an uncertain result included", () => {
    expect(judge(MACHINE + USER, MACHINE.replace("ours", "mine") + USER).kind).toBe("allow");
    expect(judge(undefined, MACHINE + USER).kind).toBe("allow");
    expect(judge(MACHINE + USER, undefined).kind).toBe("allow");
    expect(judge("no blocks", MACHINE + USER).kind).toBe("allow");
  });

  it("names the line and the one next step, in both languages", () => {
    const after = MACHINE + USER.replace("gap", "step");
    const en = textOf(judge(MACHINE + USER, after), "refuse");
    const zh = textOf(judge(MACHINE + USER, after, { language: "zh" }), "refuse");
    expect(en).toContain("the user block at line 5 of memory-bank/MEMORY.md");
    expect(zh).toContain("第 5 行的用户区块");
    for (const message of [en, zh]) {
      expect(message.endsWith("(rule: keep-user-blocks)")).toBe(true);
      expect(message.split("\n")).toHaveLength(2);
    }
  });
});
