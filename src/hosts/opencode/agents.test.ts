import { describe, expect, it } from "vitest";
import { createAgents, isUnattended } from "./agents.ts";

const BANK = "memory-bank/MEMORY.md";
const rule = (permission: string, pattern: string, action: string) => ({
  permission,
  pattern,
  action,
});

function agentsOf(answers: readonly unknown[]) {
  const errors: string[] = [];
  let asked = 0;
  async function list(): Promise<unknown> {
    const answer = answers[Math.min(asked, answers.length - 1)];
    asked += 1;
    if (answer instanceof Error) throw answer;
    return { data: answer };
  }
  const log = { warn() {}, error: (message: string) => errors.push(message), debug() {} };
  const agents = createAgents(list, log, () => BANK);
  return {
    mayEdit: (...asked: Parameters<typeof agents.mayEdit>) => agents.mayEdit(...asked),
    errors,
    asked: () => asked,
  };
}

describe("an agent may edit the bank", () => {
  it.each([
    [[], true],
    [[rule("*", "*", "allow")], true],
    [[rule("edit", "*", "ask")], true],
    [[rule("edit", "*", "deny")], false],
    [[rule("ed?t", "*", "deny")], false],
    [[rule("edit", "*", "deny"), rule("edit", "memory-bank/*", "allow")], true],
    [[rule("edit", "*", "deny"), rule("edit", ".opencode/plans/*.md", "allow")], false],
    [[rule("edit", "memory?bank/*", "deny")], false],
    [[rule("edit", "*", "allow"), null, "junk", { permission: 1 }], true],
  ])("with %j: %s", async (permission, may) => {
    const { mayEdit } = agentsOf([[{ name: "docs", permission }]]);
    expect(await mayEdit("docs")).toBe(may);
  });

  it("by the rules of OpenCode 2 too", async () => {
    const permissions = [{ action: "edit", resource: "*", effect: "deny" }];
    expect(await agentsOf([[{ id: "docs", permissions }]]).mayEdit("docs")).toBe(false);
    expect(await agentsOf([[{ id: "docs", permissions: [] }]]).mayEdit("docs")).toBe(true);
  });

  it("but not in the host's own plan mode, whatever the user's config allows everybody", async () => {
    const permission = [rule("edit", "*", "deny"), rule("*", "*", "allow")];
    const own = agentsOf([[{ name: "plan", native: true, permission }]]);
    expect(await own.mayEdit("plan")).toBe(false);
    const build = agentsOf([[{ name: "build", native: true, permission }]]);
    expect(await build.mayEdit("build")).toBe(true);
  });

  it("where the host does not know it, or says nothing of use", async () => {
    expect(await agentsOf([[{ name: "plan" }]]).mayEdit("other")).toBe(true);
    expect(await agentsOf([[{ name: "plan" }]]).mayEdit(undefined)).toBe(true);
    expect(await agentsOf([{ plan: {} }]).mayEdit("plan")).toBe(true);
    expect(await agentsOf([{ plan: {} }]).mayEdit("plan", false)).toBe(false);
    expect(await agentsOf([new Error("busy")]).mayEdit("plan", false)).toBe(false);
  });
});

it("the host is asked once, and again where it could not answer", async () => {
  const denied = [{ name: "plan", permission: [rule("edit", "*", "deny")] }];
  const { mayEdit, errors, asked } = agentsOf([new Error("busy"), denied]);
  expect(await mayEdit("plan")).toBe(true);
  expect(errors).toHaveLength(1);
  expect(await mayEdit("plan")).toBe(false);
  expect(await mayEdit("plan")).toBe(false);
  expect([asked(), errors.length]).toEqual([2, 1]);
});

it.each([
  [{ permission: [rule("question", "*", "deny")] }, true],
  [{ permission: [rule("question", "*", "deny"), rule("question", "*", "allow")] }, false],
  [{ permission: [rule("edit", "*", "deny")] }, false],
  [{ permission: {} }, false],
  [undefined, false],
])("nobody answers in %j: %s", (session, is) => {
  expect(isUnattended(session)).toBe(is);
});
