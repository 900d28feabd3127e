import { expect, test } from "vitest";
import { TRUTH, openCorpus } from "../helpers/shell-corpus.ts";
import { say } from "./kit/index.ts";
import { bash } from "./steps.ts";
import { ENTRY, PATTERNS, PATTERNS_PATH, useHost } from "./use-host.ts";

const bench = useHost();

/** The first command of each third group that the guard refuses, as the corpus has them. */
function sample(): string[] {
  const corpus = openCorpus();
  const byGroup = new Map<string, string>();
  for (const entry of TRUTH) {
    const { group, command, workdir, changesBank } = entry;
    const isSimple = workdir === undefined && /^(?!.*\{\{).*memory-bank/.test(command);
    if (isSimple && changesBank && !byGroup.has(group) && corpus.isRefused(entry))
      byGroup.set(group, command);
  }
  corpus.remove();
  return [...byGroup.values()].filter((_, index) => index % 3 === 0);
}

test("commands that change the bank are refused by the real host before they run", async () => {
  const commands = sample();
  expect(commands.length).toBeGreaterThan(9);
  const project = bench.project({ plugin: { guardMode: "off" } });
  const results = await bench.play(project, "Change the bank in many ways", [
    ...commands.map((command) => bash(command)),
    bash(`tail -n 1 ${PATTERNS_PATH}`),
    say("All refused."),
  ]);
  const passed = results.pop();
  const ran = commands.filter((_, at) => !results[at]?.includes("(rule: guard-memory-files)"));
  expect(ran).toEqual([]);
  expect(passed?.trim()).toBe("- convention 60");
  expect(project.read("memory-bank/MEMORY.md")).toBe(ENTRY);
  expect(project.read(PATTERNS_PATH)).toBe(PATTERNS);
});
