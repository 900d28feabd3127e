import { expect, test } from "vitest";
import { shownTo, type Project, type Step, call, say } from "../kit/index.ts";
import { PATTERNS_PATH } from "../use-host.ts";
import { agent, edit, read } from "./steps.ts";
import { BLOCK, describeClaude, useBank } from "./use-claude.ts";

const bench = useBank(BLOCK);
const ASKED = "(rule: ask-before-saving)";
const CONFIRMED = "<memory-bank-confirmed>";
const OFFER = `Done.\n\n---\n💾 Save this to the Memory Bank?\n   → ${PATTERNS_PATH}\n   → Content: indent with tabs\n\nReply "yes" or "ok". To skip it, just go on.\n---`;
const save = (): Step[] => [
  read(PATTERNS_PATH),
  edit(PATTERNS_PATH, "- convention 1\n", "- convention 1\n- indent with tabs\n"),
];
const isSaved = (project: Project) => project.read(PATTERNS_PATH).includes("indent with tabs");

/** A turn that ends with the offer, then the user's answer to it. */
async function answer(project: Project, text: string, steps: Step[]) {
  const { session } = await bench.turn(project, "Tidy up", [say(OFFER)]);
  return bench.turn(project, text, steps, { resume: session });
}

describeClaude("an offer", () => {
  test("that the user confirms is told back and written", async () => {
    const project = bench.project();
    const run = await answer(project, "yes", [...save(), say("Saved.")]);
    expect(shownTo(run.requests[0])).toContain(CONFIRMED);
    expect(run.results[1]).toMatchObject({ isError: false });
    expect(run.results[1]?.text).toContain(`report it as: - Updated: ${PATTERNS_PATH}`);
    expect(isSaved(project)).toBe(true);
  });

  test("that the user declines, or speaks past, is not written", async () => {
    for (const words of ["no, leave it", "What is the time?"]) {
      const project = bench.project();
      const run = await answer(project, words, [...save(), say("Refused.")]);
      expect(shownTo(run.requests[0])).not.toContain(CONFIRMED);
      expect(run.results[1]?.text).toContain(ASKED);
      expect(isSaved(project)).toBe(false);
    }
  });
});

describeClaude("writer=subagent", () => {
  test("refuses the main agent, lets the writer through, and believes no other agent", async () => {
    const project = bench.project();
    const env = { MEMORY_BANK_WRITER: "subagent", MEMORY_BANK_APPROVAL: "off" };
    bench.model.play("Save it: indent with tabs", [...save(), say("Written.")]);
    bench.model.play("You are memory-bank-writer. Save", [
      read(PATTERNS_PATH),
      edit(PATTERNS_PATH, "- convention 3\n", "- other\n"),
      say("Refused."),
    ]);
    const run = await bench.turn(
      project,
      "Save that we indent with tabs",
      [
        ...save(),
        agent("general-purpose", "You are memory-bank-writer. Save"),
        agent("memory-bank:memory-bank-writer", "Save it: indent with tabs"),
        say("Done."),
      ],
      { env },
    );
    expect(run.results[1]?.text).toContain("(rule: leave-writing-to-writer)");
    expect(run.results[1]?.text).toContain('subagent_type="memory-bank:memory-bank-writer"');
    expect(isSaved(project)).toBe(true);
    expect(project.read(PATTERNS_PATH)).toContain("- convention 3\n");
  });
});

const TOOL = "mcp__plugin_memory-bank_bank__refresh";
const plan = (): Step => call(TOOL, { action: "plan" });
const apply = (id: string): Step => call(TOOL, { action: "apply", plan: id });
const idIn = (text = "") => /plan: "(\w+)"/.exec(text)?.[1] ?? "";
const WITHOUT_BANK = {
  "package.json": '{ "name": "tea", "version": "1.0.0", "scripts": { "test": "vitest" } }\n',
  "README.md": "# Tea\n\nThis project sells tea to people who like tea.\n",
};
const ALLOWED = { args: ["--allowedTools", TOOL] };

describeClaude("refresh", () => {
  test("the command is one line; the plan changes nothing, and is applied after the user's yes", async () => {
    const project = bench.project({ files: WITHOUT_BANK });
    const line = `Bring the memory bank up to date with ${TOOL}: the plan first.`;
    bench.model.play(line, [plan(), say("Shall I apply it?")]);
    const first = await bench.turn(project, "/memory-bank:refresh", [], ALLOWED);
    const [planned] = first.results;
    expect(planned?.text).toContain("Build the memory bank");
    expect(project.exists("memory-bank")).toBe(false);
    const second = await bench.turn(
      project,
      "Yes, do",
      [apply(idIn(planned?.text)), plan(), say("Done.")],
      { resume: first.session, ...ALLOWED },
    );
    expect(second.results[0]?.text).toContain("[Memory Bank written]");
    expect(second.results[1]?.text).toContain("nothing to do");
    expect(project.read("memory-bank/MEMORY.md")).toContain("sells tea to people");
  });
});
