import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../helpers/doc-code.ts";
import { HOSTS, LIMITS, OUTCOMES, PROMISES } from "./promises.ts";

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

/** The rows of the table with this head. */
function tableIn(page: string, isHead: (line: string) => boolean): string[] {
  const lines = read(page).split("\n");
  const from = lines.findIndex(isHead);
  const rest = lines.slice(from + 2);
  return from === -1
    ? []
    : rest.slice(
        0,
        rest.findIndex((line) => !line.startsWith("|")),
      );
}

function namesHosts(line: string): boolean {
  return [...line.matchAll(/\| \[([^\]]+)\]/g)].map(([, name]) => name).join() === HOSTS.join();
}

function hasTest(file: string, test: string): boolean {
  const title = JSON.stringify(test);
  if (file === "opencode-2/promises")
    return new RegExp(String.raw`played\(\s*${title},`).test(read(`test/e2e/${file}.ts`));
  const tests = read(`test/e2e/${file}.e2e.test.ts`);
  return tests.includes(`test(${title},`) || tests.includes(`test(\n    ${title},`);
}

describe("promises and hosts", () => {
  it.each([
    ["README.md", "en"],
    ["README.zh.md", "zh"],
  ] as const)("%s says of each what is proved", (page, language) => {
    const rows = PROMISES.map((promise) => {
      const cells = HOSTS.map((host) => OUTCOMES[promise.cells[host].outcome][language]);
      return `| ${[promise[language], ...cells].join(" | ")} |`;
    });
    expect(tableIn(page, namesHosts)).toEqual(rows);
  });

  it.each([
    ["README.md", "en", "| nobody can prevent | what we still do |"],
    ["README.zh.md", "zh", "| 谁也拦不住的事 | 我们仍会做的 |"],
  ] as const)("%s says what cannot be promised", (page, language, head) => {
    const rows = LIMITS.map((limit) => `| ${limit[language].join(" | ")} |`);
    expect(tableIn(page, (line) => line === head)).toEqual(rows);
  });

  it.each(LIMITS.flatMap(({ shown }) => shown))("%s has the test: %s", (file, test) => {
    expect(hasTest(file, test)).toBe(true);
  });

  const cells = PROMISES.flatMap(({ en, cells }) =>
    HOSTS.map((host) => ({ en, host, ...cells[host] })),
  );

  it.each(cells)("$en: there is such a test in $host", ({ file, test, host }) => {
    const isOfHost = /^(?:claude-code|codex|opencode-2)\//.exec(file)?.[0] ?? "OpenCode";
    expect(isOfHost.replace(/[-/]/g, "").toLowerCase()).toBe(host.replace(" ", "").toLowerCase());
    expect(hasTest(file, test)).toBe(true);
  });
});
