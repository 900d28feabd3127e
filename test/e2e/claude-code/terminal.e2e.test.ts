import { expect, test } from "vitest";
import { shownTo } from "../kit/claude-code/index.ts";
import { type Step, call, say } from "../kit/index.ts";
import { ENTRY, FILES, PATTERNS, PATTERNS_PATH } from "../use-host.ts";
import { bash, edit, read } from "./steps.ts";
import { BLOCK, useBank } from "./use-bank.ts";
import { describeTerminal } from "./use-claude.ts";
import { hidden } from "../hidden-code.ts";

const bench = useBank({ ...BLOCK, MEMORY_BANK_APPROVAL: "block" });
const GATE = "(rule: read-before-write)";
const ASKED = "(rule: ask-before-saving)";
const OFFER = `Done.\n\n---\n💾 Save this to the Memory Bank?\n   → ${PATTERNS_PATH}\n   → Content: indent with tabs\n\nReply "yes" or "ok". To skip it, just go on.`;
const setVersion = (from: string, to: string) => edit("package.json", `"${from}"`, `"${to}"`);
const addRule = (rule: string) =>
  edit(PATTERNS_PATH, "- convention 1\n", `- convention 1\n- ${rule}\n`);
/** What the model saw as results of its calls in that turn. */
const resultsOf = (text: string) =>
  bench.model.main(text).flatMap(({ toolResults }) => toolResults.map((each) => each.text));
/** The lines of a screen are broken where they are too long. */
const flat = (terminal: Terminal) => terminal.screen().replaceAll(/\s+/g, " ");

const PROTOCOL = "protocol_version: memory-bank/v1";
const count = (text: string, words: string) => text.split(words).length - 1;
type Terminal = Awaited<ReturnType<typeof bench.terminal>>;

/** Takes the last prompt back, and what came of it. */
async function rewind(terminal: Terminal): Promise<void> {
  terminal.press("Escape");
  terminal.press("Escape");
  await terminal.until("Restore the code");
  terminal.press("Up");
  await terminal.pressAway("Enter", "Enter to continue");
  await terminal.pressAway("Enter", "Restore conversation");
  // It is offered to be sent once more.
  await terminal.pressAway("C-u", "manual mode on\n");
}

async function ask(terminal: Terminal, words: string, steps: Step[], last: string): Promise<void> {
  bench.model.play(words, [...steps, say(last)]);
  await terminal.say(words);
  await terminal.until(last.split("\n").at(-1) ?? last);
}

describeTerminal("a person", () => {
  test("sees that the bank is there, what is refused and why, and what was undone", async () => {
    const project = bench.project();
    const terminal = await bench.terminal(project);
    const code = `require("fs").writeFileSync("memory-bank/MEMORY.md", "x")`;
    const steps = [
      read("package.json"),
      setVersion("1.0.0", "2.0.0"),
      bash(hidden(code)),
      bash("echo on we go"),
    ];
    await ask(terminal, "Bump the version", steps, "That is all.");
    const screen = () => flat(terminal);
    await expect
      .poll(screen)
      .toContain("Memory Bank: memory-bank/ is in the agent's context (guard mode block)");
    await expect
      .poll(screen)
      .toContain("[Memory Bank] Not written: package.json is a sensitive file");
    await expect.poll(screen).toContain(GATE);
    await expect.poll(screen).toMatch(/says: Memory Bank: .*undone/i);
    expect(project.read("memory-bank/MEMORY.md")).toBe(ENTRY);
  });

  test("is offered something and says yes; words typed during a turn count as well", async () => {
    const project = bench.project();
    const terminal = await bench.terminal(project);
    await ask(terminal, "Tidy up", [], OFFER);
    await terminal.until("💾 Save this to the Memory Bank?");
    await ask(terminal, "yes", [read(PATTERNS_PATH), addRule("indent with tabs")], "Saved it.");
    expect(project.read(PATTERNS_PATH)).toContain("- indent with tabs");

    bench.model.play("Work a little", [
      addRule("not asked for"),
      bash("echo 1 > begun.txt; until test -e said.txt; do sleep 0.1; done"),
      addRule("prices in cents"),
      say("Saved that, too."),
    ]);
    await terminal.say("Work a little");
    await expect.poll(() => project.exists("begun.txt")).toBe(true);
    await terminal.say("Save to the memory bank that prices are in cents");
    await terminal.until("to send now");
    project.write("said.txt", "");
    await terminal.until("Saved that, too.");
    expect(project.read(PATTERNS_PATH)).toContain("- prices in cents");
    expect(project.read(PATTERNS_PATH)).not.toContain("- not asked for");
  });

  test("answers a question of the agent's: that is a yes, or none", async () => {
    const project = bench.project();
    const terminal = await bench.terminal(project);
    const question = {
      header: "Save",
      question: `💾 Save this to the Memory Bank? → ${PATTERNS_PATH} → Content: indent with tabs`,
      multiSelect: false,
      options: [
        { label: "No", description: "skip it" },
        { label: "Yes", description: "write it" },
      ],
    };
    const asking = call("AskUserQuestion", { questions: [question] });
    bench.model.play("Ask me", [
      read(PATTERNS_PATH),
      asking,
      addRule("indent with tabs"),
      say("Not saved."),
    ]);
    await terminal.say("Ask me");
    await terminal.pressAway("Enter", "Enter to select");
    await terminal.until("Not saved.");
    expect(resultsOf("Ask me").at(-1)).toContain(ASKED);
    expect(project.read(PATTERNS_PATH)).toBe(PATTERNS);

    bench.model.play("Ask once more", [asking, addRule("indent with tabs"), say("Saved now.")]);
    await terminal.say("Ask once more");
    await terminal.until("Enter to select");
    terminal.press("Down");
    await terminal.until("❯ 2. Yes");
    await terminal.pressAway("Enter", "Enter to select");
    await terminal.until("Saved now.");
    expect(project.read(PATTERNS_PATH)).toContain("- indent with tabs");
  });

  test("winds back an offer: a yes confirms nothing", async () => {
    const project = bench.project();
    const terminal = await bench.terminal(project);
    await ask(terminal, "Look around", [read(PATTERNS_PATH)], "Looked.");
    await ask(terminal, "Tidy up", [], OFFER);
    await rewind(terminal);
    await ask(terminal, "yes", [addRule("indent with tabs")], "Refused.");
    const [first, last] = bench.model.main("yes");
    expect(shownTo(first)).not.toContain("Save this to the Memory Bank?");
    expect(count(shownTo(first), PROTOCOL)).toBe(1);
    expect(last?.toolResults.at(-1)?.text).toContain(ASKED);
    expect(project.read(PATTERNS_PATH)).toBe(PATTERNS);
  });

  test("presses Esc while a command writes into the bank: what it left is told or undone at the next prompt", async () => {
    const project = bench.project();
    const terminal = await bench.terminal(project);
    const code = `require("fs").writeFileSync("memory-bank/MEMORY.md", "x"); setTimeout(() => {}, 30000)`;
    bench.model.play("Run it", [bash(hidden(code))]);
    await terminal.say("Run it");
    await expect.poll(() => project.read("memory-bank/MEMORY.md")).toBe("x");
    await terminal.pressAway("Escape", "esc to interrupt");
    await terminal.until("Interrupted");
    await ask(terminal, "What now", [], "We go on.");
    const [next] = bench.model.main("What now");
    expect(shownTo(next)).toMatch(/\[Memory Bank\] Undone: [^\n]*memory-bank\/MEMORY\.md/);
    expect(project.read("memory-bank/MEMORY.md")).toBe(ENTRY);
  });

  test("attaches a doc, which opens the gate until /clear; a command of theirs opens nothing", async () => {
    const project = bench.project({ files: { ...FILES, [PATTERNS_PATH]: "- be kind\n" } });
    const env = { MEMORY_BANK_READ_SCOPE: "context" };
    const terminal = await bench.terminal(project, { env });
    const bump = (from: string, to: string) => [read("package.json"), setVersion(from, to)];
    bench.model.play("Bump as in", [...bump("1.0.0", "2.0.0"), say("Bumped.")]);
    await terminal.say(`Bump as in @${PATTERNS_PATH} please`);
    await terminal.until("Bumped.");
    expect(project.read("package.json")).toContain('"2.0.0"');

    await terminal.say("/clear");
    await expect.poll(() => terminal.screen()).not.toContain("Bumped.");
    bench.model.play("- be kind", [say("Seen.")]);
    terminal.press("!");
    await terminal.until("! for shell mode");
    await terminal.say(`cat ${PATTERNS_PATH}`);
    await terminal.until("Seen.");
    await ask(terminal, "Bump again", bump("2.0.0", "3.0.0"), "Refused.");
    const [first] = bench.model.main("Bump again");
    expect(count(shownTo(first), PROTOCOL)).toBe(1);
    expect(resultsOf("Bump again").at(-1)).toContain(GATE);
  });
});
