import { expect, test } from "vitest";
import { type Step, answerQuestion, call, openSession, say } from "./kit/index.ts";
import { useHost } from "./use-host.ts";

const bench = useHost();
const TOOL = "memory_bank_refresh";
const WITHOUT_BANK = {
  "package.json": JSON.stringify({
    name: "tea",
    description: "Sells tea.",
    scripts: { test: "vitest" },
  }),
  "README.md": "# Tea\n\nA shop that sells tea.\n",
  "src/shop.ts": "export const tea = 1;\n",
};
const plan = (): Step => call(TOOL, { action: "plan" });
const apply = (id: string): Step => call(TOOL, { action: "apply", plan: id });
const last = (text: string) => bench.results(text).at(-1) ?? "";
const idIn = (text: string) => /plan: "(\w+)"/.exec(text)?.[1] ?? "";

const REFUSED = "(rule: ask-before-saving)";

test("the command is one short line; the plan changes nothing, and exactly it is applied after the user's yes", async () => {
  const project = bench.project({ files: WITHOUT_BANK, plugin: {} });
  const session = await openSession(bench.host, project);
  const line = "Bring the memory bank up to date with memory_bank_refresh: the plan first.";
  bench.model.play(line, [plan(), say("Shall I?")]);
  await session.command("memory-bank-refresh");
  expect(bench.model.main(line)[0]?.lastUserText.trim()).toBe(line);
  expect(last(line)).toContain("Build the memory bank");
  expect(last(line)).toContain("ask whether you may apply it, and end your turn");
  const id = idIn(last(line));
  expect(project.exists("memory-bank")).toBe(false);

  const steps = [apply(id), plan(), say("Done.")];
  const results = await bench.play(project, "Yes, do", steps, { session });
  const [done, again] = results.slice(-2);
  expect(done).toContain("[Memory Bank written]");
  expect(done).toContain("- Created: memory-bank/MEMORY.md");
  expect(again).toContain("nothing to do");
  expect(project.read("memory-bank/MEMORY.md")).toContain("A shop that sells tea.");
  expect(project.read("memory-bank/details/tech.md")).toContain("npm test");
  await bench.turn(project, "And now", [say("I see it.")], { session });
  expect(bench.model.main("And now")[0]?.system.join("\n")).toContain("A shop that sells tea.");
});

test("the host's question tool says yes by what the chosen option means", async () => {
  for (const [chosen, isYes] of [
    ["Apply", true],
    ["Option B", false],
  ] as const) {
    const place = bench.project({ files: WITHOUT_BANK, plugin: { approval: "block" } });
    const text = `Ask me about it: ${chosen}`;
    const options = [
      { label: "Apply", description: "do exactly this" },
      { label: "Option B", description: "don't apply it" },
    ];
    const deploy = [{ label: "Yes", description: "" }];
    const questions = [
      { header: "Deploy", question: "Deploy to production?", options: deploy },
      { header: "Plan", question: "Apply this plan to the memory bank?", options },
    ];
    bench.model.play(text, [
      plan(),
      call("question", { questions }),
      () => apply(idIn(bench.results(text)[0] ?? "")),
      say("So be it."),
    ]);
    const session = await openSession(bench.host, place);
    const sent = session.send(text);
    await answerQuestion(bench.host, place, session.id, [["Yes"], [chosen]]);
    await sent;
    expect(last(text)).toContain(isYes ? "[Memory Bank written]" : REFUSED);
    expect(place.exists("memory-bank/MEMORY.md")).toBe(isYes);
  }
});
