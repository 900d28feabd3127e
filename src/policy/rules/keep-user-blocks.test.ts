import { expect, it } from "vitest";
import { changing, judge, textOf } from "../../../test/helpers/judge.ts";

const MACHINE = "<!-- MACHINE_BLOCK_START -->\n- ours\n<!-- MACHINE_BLOCK_END -->\n";
const USER = "<!-- USER_BLOCK_START -->\nMind the gap.\n<!-- USER_BLOCK_END -->\n";

it.each([
  [MACHINE + USER, MACHINE + USER.replace("gap", "step"), "refuse"],
  [MACHINE + USER, MACHINE, "refuse"],
  [MACHINE + USER, USER + MACHINE, "refuse"],
  [MACHINE + USER, MACHINE + USER + USER, "refuse"],
  [MACHINE + USER, "", "refuse"],
  [MACHINE + USER, MACHINE.replace("ours", "mine") + USER, "allow"],
  [undefined, MACHINE + USER, "allow"],
  [MACHINE + USER, undefined, "allow"],
  ["no blocks", MACHINE + USER, "allow"],
] as const)("keep-user-blocks: of %j would become %j: %s", (before, after, kind) => {
  for (const guardMode of ["off", "block"] as const) {
    const call = changing("memory-bank/MEMORY.md", { before, after });
    expect(judge(call, { guardMode }).kind).toBe(kind);
  }
});

it("keep-user-blocks names the line and the one next step, in both languages", () => {
  const change = { before: MACHINE + USER, after: MACHINE + USER.replace("gap", "step") };
  const call = changing("memory-bank/MEMORY.md", change);
  expect(textOf(judge(call), "refuse")).toMatch(
    /user block at line 5 of memory-bank\/MEMORY\.md.*\nNext: keep every byte.*\(rule: keep-user-blocks\)$/,
  );
  expect(textOf(judge(call, { bank: { language: "zh" } }), "refuse")).toContain(
    "第 5 行的用户区块",
  );
});
