import { describe, expect, it } from "vitest";
import { toBankFiles } from "../../test/helpers/bank-in-memory.ts";
import { NO_FACTS } from "../../test/helpers/no-facts.ts";
import { planBank } from "./plan-bank.ts";
import { cpuTime } from "../../test/helpers/cpu-time.ts";

const SIZE = 100_000;
const fill = (words: string) => words.repeat(Math.ceil(SIZE / words.length));
const HEADING = "## Routing Rules（意图驱动）\n\n| want | read |\n|---|---|\n";

describe("texts that were made to be slow", () => {
  it.each([
    ["the end of a link", `[a](b${fill(" ")}x`],
    ["titles of links", fill("[a](b (")],
    ["spaces in a text", `a${fill(" ")}b`],
    ["blank lines", `a${fill(" \n")}b`],
    ["headings with spaces behind them", `a\n\n${"### a  \n".repeat(150)}x\n\n${fill("b ")}`],
    ["a routing cell of brackets", `${HEADING}| a | ${fill("[ ")} |\n`],
    ["a routing cell of fragments", `${HEADING}| a | a/${fill("#")} |\n`],
    ["a routing cell of dots", `${HEADING}| a | details/${fill(".a,")} |\n`],
    ["a routing cell of backticks", `${HEADING}| a | ${fill("`a ")} |\n`],
    ["rows of decisions", `| decision | date |\n|---|---|\n${fill("| ~ | 2025 |\n")}`],
  ])("take no long time: %s", (_, text) => {
    for (const names of [
      ["brief.md", "active.md", "patterns.md"],
      ["MEMORY.md", "details/design/index.md"],
    ]) {
      const bank = toBankFiles(new Map(names.map((name) => [name, Buffer.from(`# A\n\n${text}`)])));
      const start = cpuTime();
      planBank({
        bank,
        facts: NO_FACTS,
        projectName: "a",
        isInProject: () => false,
        language: "en",
        today: "2026-11-15",
      });
      expect(cpuTime() - start).toBeLessThan(4000);
    }
  });
});
