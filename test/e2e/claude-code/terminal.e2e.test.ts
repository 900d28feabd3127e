import { expect, test } from "vitest";
import { type Step, call, say } from "../kit/index.ts";
import { ENTRY, PATTERNS, PATTERNS_PATH } from "../use-host.ts";
import { bash, edit, read } from "./steps.ts";
import { BLOCK, describeTerminal, useBank } from "./use-claude.ts";
import { hidden } from "../hidden-code.ts";

const bench = useBank({ ...BLOCK, MEMORY_BANK_APPROVAL: "block" });
const GATE = "(rule: read-before-write)";
const ASKED = "(rule: ask-before-saving)";
const setVersion = (from: string, to: string) => edit("package.json", `"${from}"`, `"${to}"`);
const addRule = (rule: string) =>
  edit(PATTERNS_PATH, "- convention 1\n", `- convention 1\n- ${rule}\n`);
/** What the model saw as results of its calls in that turn. */
const resultsOf = (text: string) =>
  bench.model.main(text).flatMap(({ toolResults }) => toolResults.map((each) => each.text));
/** The lines of a screen are broken where they are too long. */
const flat = (terminal: Terminal) => terminal.screen().replaceAll(/\s+/g, " ");

type Terminal = Awaited<ReturnType<typeof bench.terminal>>;

async function ask(terminal: Terminal, words: string, steps: Step[], last: string): Promise<void> {
  bench.model.play(words, [...steps, say(last)]);
  await terminal.say(words);
  await terminal.until(last.split("\n").at(-1) ?? last);
}

describeTerminal("a person", () => {
  test("sees that the bank is there, what is refused and undone; answers the agent's question with a no or a yes", async () => {
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
});
