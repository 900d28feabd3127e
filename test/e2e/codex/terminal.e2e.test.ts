import { expect, test } from "vitest";
import { type Step, say } from "../kit/index.ts";
import { ENTRY, PATTERNS_PATH } from "../use-host.ts";
import { patch, shell, updating } from "./steps.ts";
import { BLOCK, describeTerminal, useBank } from "./use-codex.ts";
import { hidden } from "../hidden-code.ts";

const bench = useBank({ ...BLOCK, MEMORY_BANK_APPROVAL: "block" });
const GATE = "(rule: read-before-write)";
const manifest = (version: string) => `{ "name": "tea", "version": "${version}" }`;
const setVersion = (from: string, to: string) =>
  patch(updating("package.json", manifest(from), manifest(to)));
/** The lines of a screen are broken where they are too long. */
const flat = (terminal: Terminal) => terminal.screen().replaceAll(/\s+/g, " ");
type Terminal = Awaited<ReturnType<typeof bench.terminal>>;

async function ask(terminal: Terminal, words: string, steps: Step[], last: string): Promise<void> {
  bench.model.play(words, [...steps, say(last)]);
  await terminal.say(words);
  await terminal.until(last.split("\n").at(-1) ?? last);
  // What is typed before its turn is over would belong to that turn.
  await expect.poll(() => terminal.screen()).not.toContain("esc to interrupt");
}

describeTerminal("a person", () => {
  test("sees that the bank is there, what is refused and why, and what was undone", async () => {
    const project = bench.project();
    const terminal = await bench.terminal(project);
    const code = `require("fs").writeFileSync("memory-bank/MEMORY.md", "x")`;
    const steps = [setVersion("1.0.0", "2.0.0"), shell(hidden(code)), shell("echo on we go")];
    await ask(terminal, "Bump the version", steps, "That is all.");
    const screen = () => flat(terminal);
    await expect
      .poll(screen)
      .toContain("Memory Bank: memory-bank/ is in the agent's context (guard mode block)");
    await expect
      .poll(screen)
      .toContain("[Memory Bank] Not written: package.json is a sensitive file");
    await expect.poll(screen).toContain(GATE);
    await expect.poll(screen).toMatch(/Memory Bank: .*undone/i);
    expect(project.read("memory-bank/MEMORY.md")).toBe(ENTRY);
  });

  test("who runs a command of their own is not taken for the agent, and what it changed is told", async () => {
    const project = bench.project();
    const terminal = await bench.terminal(project);
    await ask(terminal, "Begin", [shell("echo begun")], "Begun so far.");
    terminal.press("!");
    await terminal.say("echo more >> memory-bank/details/patterns.md");
    await expect.poll(() => project.read(PATTERNS_PATH)).toContain("more\n");
    await ask(terminal, "Go on", [shell("echo on")], "It goes on.");
    // The host also asks for a title, at a time of its own.
    const shown = bench.model.main("Go on").flatMap(({ messages }) => messages);
    expect(shown.map(({ text }) => text).join("\n")).toContain("details/patterns.md changed");
    expect(project.read(PATTERNS_PATH)).toContain("more\n");
  });
});
