import { describe, expect, test } from "vitest";
import {
  type Project,
  type Step,
  answerQuestion,
  call,
  hostCall,
  makeProject,
  openSession,
  resumeSession,
  say,
  startHost,
} from "./kit/index.ts";
import { task } from "./steps.ts";
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
/** A step that reads the id of the plan from the result before it. */
const last = (text: string) => bench.results(text).at(-1) ?? "";
const idIn = (text: string) => /plan: "(\w+)"/.exec(text)?.[1] ?? "";

describe("/memory-bank-refresh", () => {
  test("is one short line, and what comes next is told with the plan", async () => {
    const project = bench.project({ files: WITHOUT_BANK, plugin: {} });
    const session = await openSession(bench.host, project);
    const line = "Bring the memory bank up to date with memory_bank_refresh: the plan first.";
    bench.model.play(line, [plan(), say("Here is the plan.")]);
    await session.command("memory-bank-refresh");
    expect(bench.model.main(line)[0]?.lastUserText.trim()).toBe(line);
    const [part] = await session.toolParts();
    expect(part?.output).toContain("Build the memory bank");
    expect(part?.output).toContain("ask whether you may apply it, and end your turn");
    expect(project.exists("memory-bank")).toBe(false);
  });

  test("plans, and applies exactly that plan after the user's yes; the next plan is empty", async () => {
    const project = bench.project({ files: WITHOUT_BANK, plugin: {} });
    const session = await bench.turn(project, "Plan it", [plan(), say("Shall I?")]);
    const id = idIn(last("Plan it"));
    expect(project.exists("memory-bank")).toBe(false);
    const [, done, again] = await bench.play(
      project,
      "Yes, do",
      [apply(id), plan(), say("Done.")],
      { session },
    );
    expect(done).toContain("[Memory Bank written]");
    expect(done).toContain("- Created: memory-bank/MEMORY.md");
    expect(again).toContain("nothing to do");
    expect(project.read("memory-bank/MEMORY.md")).toContain("A shop that sells tea.");
    expect(project.read("memory-bank/details/tech.md")).toContain("npm test");
    await bench.turn(project, "And now", [say("I see it.")], { session });
    expect(bench.model.main("And now")[0]?.system.join("\n")).toContain("A shop that sells tea.");
  });

  test("refuses to apply without a plan, with another session's, or a stale one", async () => {
    const project = bench.project({ files: WITHOUT_BANK, plugin: {} });
    const session = await bench.turn(project, "Plan here", [plan(), say("Shall I?")]);
    const id = idIn(last("Plan here"));
    await bench.turn(project, "Apply elsewhere", [apply(id), say("No.")]);
    expect(last("Apply elsewhere")).toContain("is no plan of this session");
    await bench.turn(project, "Apply another", [apply("0123456789ab"), say("No.")], { session });
    expect(last("Apply another")).toContain("is no plan of this session");
    project.write("memory-bank/details/mine.md", "# Mine\n");
    await bench.turn(project, "Apply the plan now", [apply(id), say("No.")], { session });
    expect(last("Apply the plan now")).toContain("stale");
    expect(project.exists("memory-bank/MEMORY.md")).toBe(false);
    expect(project.read("memory-bank/details/mine.md")).toBe("# Mine\n");
  });
});

describe("a plan is applied with the user's yes alone", () => {
  const REFUSED = "(rule: ask-before-saving)";
  const project = (plugin = {}, config = {}) =>
    bench.project({ files: WITHOUT_BANK, plugin, config });
  const isBuilt = (place: Project) => place.exists("memory-bank/MEMORY.md");

  /** A turn that ends with the plan and these words, then the user's answer, under which the agent applies it. */
  async function answer(
    place: Project,
    said: string,
    text: string,
    agent?: string,
  ): Promise<string> {
    const session = await bench.turn(place, `Plan for: ${text}`, [plan(), say(said)]);
    const id = idIn(last(`Plan for: ${text}`));
    expect(id).not.toBe("");
    const options = { session, ...(agent === undefined ? {} : { agent }) };
    await bench.turn(place, text, [apply(id), say("So be it.")], options);
    return last(text);
  }

  test("not in the turn of the plan, whatever the permissions and modes", async () => {
    const allowed = { permission: { "*": "allow", [TOOL]: "allow" } };
    for (const plugin of [{}, { approval: "block", guardMode: "block" }, { approval: "off" }]) {
      const place = project(plugin, allowed);
      const text = `Refresh it ${JSON.stringify(plugin)}`;
      await bench.turn(place, text, [plan(), () => apply(idIn(last(text))), say("Refused.")]);
      expect(last(text)).toContain(REFUSED);
      expect(last(text)).toContain("Next: show the plan to the user");
      expect(isBuilt(place)).toBe(false);
    }
  });

  test("not by an agent that may not edit, nor by a subagent", async () => {
    const place = project();
    const text = "yes, go ahead";
    expect(await answer(place, "Here is the plan. Shall I?", text, "plan")).toContain(
      "only a main agent",
    );
    bench.model.play("Child, build it", [
      plan(),
      (request) => apply(idIn(request.toolResults.at(-1)?.text ?? "")),
      say("Refused."),
    ]);
    await bench.turn(place, "refresh the memory bank with a child", [
      task("general", "Child, build it"),
      say("Refused."),
    ]);
    expect(bench.results("Child, build it").at(-1)).toContain("only a main agent");
    expect(isBuilt(place)).toBe(false);
  });

  test("through the host's question tool, by what the chosen option means", async () => {
    for (const [chosen, isYes] of [
      ["Apply", true],
      ["Skip", false],
      ["Option B", false],
      ["rather not", false],
    ] as const) {
      const place = project({ approval: "block" });
      const text = `Ask me about it: ${chosen}`;
      const options = [
        { label: "Apply", description: "do exactly this" },
        { label: "Skip", description: "apply it another time" },
        { label: "Option B", description: "don't apply it" },
      ];
      const questions = [
        {
          header: "Deploy",
          question: "Deploy to production?",
          options: [{ label: "Yes", description: "" }],
        },
        { header: "Plan", question: "Apply this plan to the memory bank?", options },
      ];
      let id = "";
      bench.model.play(text, [
        plan(),
        () => {
          id = idIn(last(text));
          return call("question", { questions });
        },
        () => apply(id),
        say("So be it."),
      ]);
      const session = await openSession(bench.host, place);
      const sent = session.send(text);
      await answerQuestion(bench.host, place, session.id, [["Yes"], [chosen]]);
      await sent;
      if (isYes) expect(last(text)).toContain("[Memory Bank written]");
      else expect(last(text)).toContain(REFUSED);
      expect(isBuilt(place)).toBe(isYes);
    }
  });

  test("after a restart of the host and another plugin's messages, too", async () => {
    const { model } = bench;
    const first = await startHost({ model });
    const place = makeProject(first, { files: WITHOUT_BANK, plugin: {} });
    const session = await openSession(first, place);
    model.play("Plan before the crash", [plan(), say("Here is the plan. Shall I?")]);
    await session.send("Plan before the crash");
    const id = idIn(last("Plan before the crash"));
    await hostCall(first, place, "POST", `/session/${session.id}/message`, {
      noReply: true,
      parts: [{ type: "text", text: "Background: all is well.", synthetic: true }],
    });
    await first.kill();
    const second = await startHost({ model, home: first.home });
    model.play("ok, do it", [apply(id), say("Done.")]);
    await resumeSession(second, place, session.id).send("ok, do it");
    expect(last("ok, do it")).toContain("[Memory Bank written]");
    await second.stop();
  });
});
