import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readDecisions } from "../../../src/io/log/read-decisions.ts";
import { cliIn } from "../../helpers/run-cli.ts";
import {
  type Host,
  type ScriptedModel,
  type Step,
  builtPlugin,
  call,
  openSession,
  say,
  startHost,
  startScriptedModel,
} from "../kit/index.ts";
import * as opencode from "../steps.ts";
import { ENTRY, FILES, PATTERNS_PATH } from "../use-host.ts";
import { bash, write } from "./steps.ts";
import { useBank } from "./use-bank.ts";
import { describeClaude } from "./use-claude.ts";
import { hidden } from "../hidden-code.ts";

const OFF = { MEMORY_BANK_APPROVAL: "off", MEMORY_BANK_GUARD_MODE: "off" };
const bench = useBank(OFF);
const claude = { bash, write };
const USER_BLOCK = "<!-- USER_BLOCK_START -->";
const TOOL = "mcp__plugin_memory-bank_bank__refresh";

describeClaude("two of Claude Code and one OpenCode on one bank", () => {
  let model: ScriptedModel;
  let host: Host;
  beforeAll(async () => {
    model = await startScriptedModel();
    host = await startHost({ model, home: bench.home, env: OFF });
  });
  afterAll(async () => {
    await host?.stop({ keepHome: true });
    await model?.stop();
  });

  test("write, break and plan in turn: nothing is mixed up, nothing is lost", async () => {
    const overview = "memory-bank/details/tech.md";
    const project = bench.project({ files: { ...FILES, [overview]: "# Tech\n" } });
    project.write("opencode.json", JSON.stringify({ plugin: [builtPlugin()] }));
    const args = ["--allowedTools", TOOL];
    const [first, second] = [bench.open(project, { args }), bench.open(project, { args })];
    const third = await openSession(host, project);
    /** Each writes its own docs and lines again and again, and one of its commands breaks a doc of another's. */
    const rounds = 3;
    const work = (name: string, tools: typeof claude, broken: string): Step[] =>
      Array.from({ length: rounds }, (_, index) => [
        tools.write(`memory-bank/details/design/${name}-${index}.md`, `# ${name} ${index}\n`),
        tools.bash(hidden(`require("fs").appendFileSync("${broken}", "broken by ${name}")`)),
        tools.bash("sleep 0.2"),
      ]).flat();
    model.play("Work as three", [
      ...work("three", opencode, "memory-bank/MEMORY.md"),
      say("Done."),
    ]);
    const [one, two] = await Promise.all([
      first.send("Work as one", [...work("one", claude, PATTERNS_PATH), say("Done.")]),
      second.send("Work as two", [
        ...work("two", claude, overview),
        call(TOOL, { action: "plan" }),
        say("Shall I apply it?"),
      ]),
      third.send("Work as three"),
    ]);
    const [, id] = /plan: "(\w+)"/.exec(two.results.at(-1)?.text ?? "") ?? [];
    const [applied] = await Promise.all([
      second.send("Yes, do", [call(TOOL, { action: "apply", plan: id }), say("Applied.")]),
      first.send("Go on as one", [...work("more", claude, PATTERNS_PATH), say("Done.")]),
    ]);
    // While the others write, there may be nothing to plan: then there is nothing to apply either.
    const outcome =
      id === undefined
        ? /this session has no plan/
        : /\[Memory Bank written\]|changed since|another plan/;
    expect(applied.results[0]?.text).toMatch(outcome);
    for (const name of ["more", "one", "two", "three"]) {
      for (let index = 0; index < rounds; index++) {
        const path = `memory-bank/details/design/${name}-${index}.md`;
        expect(project.read(path)).toBe(`# ${name} ${index}\n`);
      }
    }
    const entry = project.read("memory-bank/MEMORY.md");
    expect(entry).not.toContain("broken by");
    expect(entry.slice(entry.indexOf(USER_BLOCK))).toBe(ENTRY.slice(ENTRY.indexOf(USER_BLOCK)));
    expect(project.read(PATTERNS_PATH)).toBe(FILES[PATTERNS_PATH]);
    expect(project.read(overview)).toBe("# Tech\n");
    const { folder } = cliIn(project.dir, join(bench.home, ".local/state"));
    const sessions = [one.session, two.session, third.id];
    for (const each of sessions) {
      const written = () =>
        readDecisions(folder).filter(
          ({ session, kind }) => session === each && kind === "decision",
        );
      await expect.poll(() => written().length).toBeGreaterThanOrEqual(rounds);
    }
    const lines = readDecisions(folder);
    expect(new Set(lines.map(({ session }) => session))).toEqual(new Set(sessions));
  });
});
