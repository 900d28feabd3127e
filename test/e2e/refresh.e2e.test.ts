import { describe, expect, test } from "vitest";
import { type Step, call, openSession, say } from "./kit/index.ts";
import { bash } from "./steps.ts";
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
  test("tells the agent to call the tool", async () => {
    const project = bench.project({ files: WITHOUT_BANK, plugin: {} });
    const session = await openSession(bench.host, project);
    bench.model.play('memory_bank_refresh({ action: "plan" })', [plan(), say("Here is the plan.")]);
    await session.command("memory-bank-refresh");
    const [part] = await session.toolParts();
    expect(part?.output).toContain("Build the memory bank");
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
    expect(project.read("memory-bank/MEMORY.md")).toContain("Sells tea.");
    expect(project.read("memory-bank/details/tech.md")).toContain("npm test");
    await bench.turn(project, "And now", [say("I see it.")], { session });
    expect(bench.model.main("And now")[0]?.system.join("\n")).toContain("Sells tea.");
  });

  test("refuses to apply without a plan, with another session's, or a stale one", async () => {
    const project = bench.project({ files: WITHOUT_BANK, plugin: {} });
    const session = await bench.turn(project, "Plan here", [plan(), say("Shall I?")]);
    const id = idIn(last("Plan here"));
    await bench.turn(project, "Apply elsewhere", [apply(id), say("No.")]);
    expect(last("Apply elsewhere")).toContain("this session has no plan");
    await bench.turn(project, "Apply another", [apply("0123456789ab"), say("No.")], { session });
    expect(last("Apply another")).toContain("is not the plan of this session");
    project.write("memory-bank/details/mine.md", "# Mine\n");
    await bench.turn(project, "Apply it late", [apply(id), say("No.")], { session });
    expect(last("Apply it late")).toContain("stale");
    expect(project.exists("memory-bank/MEMORY.md")).toBe(false);
    expect(project.read("memory-bank/details/mine.md")).toBe("# Mine\n");
  });

  test("asks through the host's own permission: denied means that nothing happens", async () => {
    const project = bench.project({
      files: WITHOUT_BANK,
      plugin: {},
      config: { permission: { "*": "allow", [TOOL]: "deny" } },
    });
    const steps: Step[] = [plan(), () => apply(idIn(last("Deny it"))), say("Denied.")];
    bench.model.play("Deny it", steps);
    const session = await openSession(bench.host, project);
    await session.send("Deny it");
    expect(project.exists("memory-bank")).toBe(false);
  });

  test("a refusal of the agent's own shell names the way", async () => {
    const project = bench.project();
    await bench.turn(project, "By shell", [bash("npx memory-bank refresh --yes"), say("Refused.")]);
    expect(last("By shell")).toContain("ask the user to run /memory-bank-refresh");
  });
});
