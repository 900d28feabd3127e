import { expect, test } from "vitest";
import { call, say, shownTo } from "../kit/index.ts";
import { UNTIL_DONE, hidden, waiting } from "../hidden-code.ts";
import { ENTRY, FILES, PATTERNS_PATH, withLinked } from "../use-host.ts";
import { REFRESH, bash, edit, read, write } from "./steps.ts";
import { BLOCK, describeClaude, useBank } from "./use-claude.ts";

const bench = useBank(BLOCK);
const RULE = "(rule: read-before-write)";
const seeManifest = () => read("package.json");
const setVersion = (from: string, to: string) => edit("package.json", `"${from}"`, `"${to}"`);

describeClaude("what no other host has", () => {
  test("a rule file that the host loads by itself counts as read, another host's does not", async () => {
    const steps = () => [seeManifest(), setVersion("1.0.0", "2.0.0"), say("Done.")];
    const own = bench.project({ files: withLinked("CLAUDE.md") });
    await bench.play(own, "Bump as loaded", steps());
    expect(own.read("package.json")).toContain('"2.0.0"');
    const other = bench.project({ files: withLinked("AGENTS.md") });
    const [, refused] = await bench.play(other, "Bump as another's", steps());
    expect(refused).toContain(RULE);
  });

  test("a mode in which the host asks nobody gets round no refusal", async () => {
    const project = bench.project();
    const steps = [
      seeManifest(),
      setVersion("1.0.0", "2.0.0"),
      bash("rm -rf memory-bank"),
      write("memory-bank/MEMORY.md", "# Nothing\n"),
      say("Refused."),
    ];
    const results = await bench.play(project, "Do as you like", steps, {
      args: ["--permission-mode", "bypassPermissions"],
      // Root may skip permissions only where the host is told that it is in a sandbox.
      env: { IS_SANDBOX: "1" },
    });
    expect(results[1]).toContain(RULE);
    expect(results[2]).toContain("(rule: guard-memory-files)");
    expect(project.read("package.json")).toBe(FILES["package.json"]);
    expect(project.read("memory-bank/MEMORY.md")).toBe(ENTRY);
  });

  test("what a command in the background leaves is told at the next step", async () => {
    const project = bench.project();
    const code = waiting(`fs.appendFileSync('${PATTERNS_PATH}', 'late')`);
    const { requests } = await bench.turn(project, "Begin it", [
      bash(hidden(code), { run_in_background: true }),
      () => {
        project.write("go.txt", "");
        return bash(UNTIL_DONE);
      },
      read("src/shop.ts"),
      say("Done."),
    ]);
    // With the next result, or as a message of its own; once.
    const shown = shownTo(requests.at(-1));
    expect(shown.match(/\[Memory Bank\][^\n]*details\/patterns\.md/g)).toHaveLength(1);
  });

  test("the command for refresh is one line, and plans", async () => {
    const project = bench.project({ files: { "package.json": "{}\n" } });
    const line = `Bring the memory bank up to date with ${REFRESH}: the plan first.`;
    bench.model.play(line, [call(REFRESH, { action: "plan" }), say("Shall I apply it?")]);
    const args = ["--allowedTools", REFRESH];
    const [planned] = await bench.play(project, "/memory-bank:refresh", [], { args });
    expect(planned).toContain("Build the memory bank");
  });
});
