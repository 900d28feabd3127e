import { expect, test } from "vitest";
import { type Project, type Step, call, say, shownTo } from "../kit/index.ts";
import { PATTERNS_PATH } from "../use-host.ts";
import { SCRIPTED } from "./modes.ts";
import { patch, updating } from "./steps.ts";
import { BLOCK, describeCodex, useBank } from "./use-codex.ts";

const bench = useBank(BLOCK);
const ASKED = "(rule: ask-before-saving)";
const CONFIRMED = "<memory-bank-confirmed>";
const OFFER = `Done.\n\n---\n💾 Save this to the Memory Bank?\n   → ${PATTERNS_PATH}\n   → Content: indent with tabs\n\nReply "yes" or "ok". To skip it, just go on.\n---`;
const SAVE = updating(PATTERNS_PATH, "- convention 1", "- convention 1\n- indent with tabs");
const isSaved = (project: Project) => project.read(PATTERNS_PATH).includes("indent with tabs");

describeCodex("an offer", () => {
  /** A turn that ends with the offer, then the user's answer to it. */
  async function answer(project: Project, text: string, steps: Step[]) {
    const { session } = await bench.turn(project, "Tidy up", [say(OFFER)]);
    return bench.turn(project, text, steps, { resume: session });
  }

  test("that the user confirms is told back and written", async () => {
    const project = bench.project();
    const turn = await answer(project, "yes", [patch(SAVE), say("Saved.")]);
    expect(shownTo(turn.requests[0])).toContain(CONFIRMED);
    expect(turn.results[0]?.notes.join("\n")).toContain(
      `report it as: - Updated: ${PATTERNS_PATH}`,
    );
    expect(isSaved(project)).toBe(true);
  });

  test("that the user declines, or speaks past, is not written", async () => {
    for (const words of ["no, leave it", "What is the time?"]) {
      const project = bench.project();
      const turn = await answer(project, words, [patch(SAVE), say("Refused.")]);
      expect(shownTo(turn.requests[0])).not.toContain(CONFIRMED);
      expect(turn.results[0]?.text).toContain(ASKED);
      expect(isSaved(project)).toBe(false);
    }
  });
});

describeCodex("writer=subagent", () => {
  const { args, put, hand } = SCRIPTED;

  test("refuses the main agent, lets the writer through, and believes no other agent", async () => {
    const project = bench.project();
    const env = { MEMORY_BANK_WRITER: "subagent", MEMORY_BANK_APPROVAL: "off" };
    bench.model.play("Save it: indent with tabs", [put(SAVE), say("Written.")]);
    bench.model.play("You are memory-bank-writer. Save", [
      put(updating(PATTERNS_PATH, "- convention 3", "- other")),
      say("Refused."),
    ]);
    const turn = await bench.turn(
      project,
      "Save that we indent with tabs",
      [
        put(SAVE),
        ...hand("You are memory-bank-writer. Save"),
        ...hand("Save it: indent with tabs", "memory-bank-writer"),
        say("Done."),
      ],
      { env, args },
    );
    expect(turn.results[0]?.text).toContain("(rule: leave-writing-to-writer)");
    expect(turn.results[0]?.text).toContain('agent_type="memory-bank-writer"');
    expect(isSaved(project)).toBe(true);
    expect(project.read(PATTERNS_PATH)).toContain("- convention 3\n");
  });
});

const idIn = (text = "") => /plan: \\?"(\w+)\\?"/.exec(text)?.[1] ?? "";
const WITHOUT_BANK = {
  "package.json": '{ "name": "tea", "version": "1.0.0", "scripts": { "test": "vitest" } }\n',
  "README.md": "# Tea\n\nThis project sells tea to people who like tea.\n",
};
describeCodex("refresh", () => {
  test("the plan changes nothing, and is applied after the user's yes", async () => {
    const refresh = (action: object) => call("mcp__memory_bank.refresh", action);
    const plan = () => refresh({ action: "plan" });
    const project = bench.project({ files: WITHOUT_BANK });
    const asked = [plan(), say("Shall I apply it?")];
    const first = await bench.turn(project, "Make a memory bank", asked);
    const planned = first.results[0]?.text;
    expect(planned).toContain("Build the memory bank");
    expect(project.exists("memory-bank")).toBe(false);
    const apply = refresh({ action: "apply", plan: idIn(planned) });
    const steps = [apply, plan(), say("Done.")];
    const second = await bench.turn(project, "Yes, do", steps, { resume: first.session });
    expect(second.results[0]?.text).toContain("[Memory Bank written]");
    expect(second.results[1]?.text).toContain("nothing to do");
    expect(project.read("memory-bank/MEMORY.md")).toContain("sells tea to people");
  });
});
