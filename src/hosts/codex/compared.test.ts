import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createHookServer, useHookedProject } from "../../../test/helpers/hooked-project.ts";
import { createDialect } from "./dialect.ts";
import { WORDS } from "./words.ts";

const project = useHookedProject();
const DOC = "details/patterns.md";
const pathOf = () => join(project.root, "memory-bank", DOC);
const read = () => readFileSync(pathOf(), "utf8");
const CHANGED = /\[Memory Bank\][^\n]*details\/patterns\.md/;

/** A session in which something changes a doc and no hook tells of it: it was typed into a program, or runs on after Esc. */
async function open() {
  const { root } = project;
  const dialect = createDialect();
  const server = createHookServer({ root, readScope: "turn", dialect, words: WORDS });
  const at = async (event: string, more: object = {}) => {
    const made = { tool: "Bash", callID: "call_1", args: { command: "echo next" } };
    return (await server.call({ event, session: "s", ...made, ...more })).join("\n");
  };
  await at("UserPromptSubmit", { prompt: "Begin" });
  return { at, change: () => appendFileSync(pathOf(), "- typed\n") };
}

describe("the bank is compared, and what has changed is said,", () => {
  it("before code of the agent's own runs", async () => {
    const { at, change } = await open();
    change();
    expect(await at("PreToolUse", { args: { command: "node -e 'go()'" } })).toMatch(CHANGED);
  });

  it("after any command", async () => {
    const { at, change } = await open();
    expect(await at("PreToolUse")).not.toMatch(CHANGED);
    change();
    expect(await at("PostToolUse", { response: "next\n" })).toMatch(CHANGED);
  });

  it("as nobody's work, where a job that a call has left running did it", async () => {
    const { at, change } = await open();
    const args = { command: "node -e 'go()' &" };
    await at("PreToolUse", { args });
    await at("PostToolUse", { args, response: "" });
    change();
    const after = read();
    await at("Stop", { said: "Done." });
    expect(read()).toBe(after);
    await expect.poll(() => at("UserPromptSubmit", { prompt: "Go on" })).toMatch(CHANGED);
  });

  it("with the next prompt, where the user has stopped the turn, and then no more", async () => {
    const { at, change } = await open();
    await at("PreToolUse");
    change();
    expect(await at("UserPromptSubmit", { prompt: "Go on" })).toMatch(CHANGED);
    await at("PreToolUse", { callID: "call_2" });
    expect(await at("UserPromptSubmit", { prompt: "Go on" })).not.toMatch(CHANGED);
  });
});
