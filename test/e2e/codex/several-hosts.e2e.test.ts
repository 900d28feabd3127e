import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { readDecisions } from "../../../src/io/log/read-decisions.ts";
import { cliIn } from "../../helpers/run-cli.ts";
import * as claudeSteps from "../claude-code/steps.ts";
import { describeClaude, useClaude } from "../claude-code/use-claude.ts";
import { type Step, say } from "../kit/index.ts";
import { ENTRY, FILES, PATTERNS_PATH } from "../use-host.ts";
import { adding, patch, shell } from "./steps.ts";
import { describeCodex, useBank } from "./use-codex.ts";
import { hidden } from "../hidden-code.ts";

const OFF = { MEMORY_BANK_APPROVAL: "off", MEMORY_BANK_GUARD_MODE: "off" };
const bench = useBank(OFF);
const claude = useClaude({ env: OFF });
const PLUGIN = fileURLToPath(new URL("../../../dist/claude-code", import.meta.url));
const OVERVIEW = "memory-bank/details/tech.md";
const breaking = (path: string, name: string) =>
  hidden(`require("fs").appendFileSync("${path}", "broken by ${name}")`);
const ROUNDS = 3;
const docOf = (name: string, index: number) => `memory-bank/details/design/${name}-${index}.md`;

describeCodex("two of Codex and one Claude Code on one bank", () => {
  describeClaude("together", () => {
    test("write and break in turn: nothing is mixed up, nothing is lost", async () => {
      const project = bench.project({ files: { ...FILES, [OVERVIEW]: "# Tech\n" } });
      const state = join(bench.home, ".local/state");
      const [first, second] = [await bench.open(project), await bench.open(project)];
      const third = claude.open(project, {
        args: ["--plugin-dir", PLUGIN],
        env: { XDG_STATE_HOME: state },
      });
      /** Each writes its own docs again and again, and one of its commands breaks a doc of another's. */
      const work = (name: string, write: typeof toPatch, run: typeof shell, broken: string) => [
        ...Array.from({ length: ROUNDS }, (_, index): Step[] => [
          write(docOf(name, index), `# ${name} ${index}\n`),
          run(breaking(broken, name)),
          run("sleep 0.2"),
        ]).flat(),
        say("Done."),
      ];
      const toPatch = (path: string, text: string): Step => patch(adding(path, text));
      const told = await Promise.all([
        first.send("Work as one", work("one", toPatch, shell, PATTERNS_PATH)),
        second.send("Work as two", work("two", toPatch, shell, OVERVIEW)),
        third.send(
          "Work as three",
          work("three", claudeSteps.write, claudeSteps.bash, "memory-bank/MEMORY.md"),
        ),
      ]);
      for (const name of ["one", "two", "three"])
        for (let index = 0; index < ROUNDS; index++)
          expect(project.read(docOf(name, index))).toBe(`# ${name} ${index}\n`);
      expect(project.read("memory-bank/MEMORY.md")).toBe(ENTRY);
      expect(project.read(PATTERNS_PATH)).toBe(FILES[PATTERNS_PATH]);
      expect(project.read(OVERVIEW)).toBe("# Tech\n");
      const { folder } = cliIn(project.dir, state);
      const sessions = () => new Set(readDecisions(folder).map(({ session }) => session));
      await expect.poll(sessions).toEqual(new Set(told.map(({ session }) => session)));
    });
  });
});
