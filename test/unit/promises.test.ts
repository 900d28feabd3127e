import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../helpers/doc-code.ts";
import { HOSTS, OUTCOMES, PROMISES } from "./promises.ts";

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

/** The table that names the hosts. */
function tableIn(page: string): string[] {
  const lines = read(page).split("\n");
  const named = (line: string) => [...line.matchAll(/\| \[([^\]]+)\]/g)].map(([, name]) => name);
  const from = lines.findIndex((line) => named(line).join() === HOSTS.join());
  const rest = lines.slice(from + 2);
  return from === -1
    ? []
    : rest.slice(
        0,
        rest.findIndex((line) => !line.startsWith("|")),
      );
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
    expect(tableIn(page)).toEqual(rows);
  });

  const cells = PROMISES.flatMap(({ en, cells }) =>
    HOSTS.map((host) => ({ en, host, ...cells[host] })),
  );

  it.each(cells)("$en: there is such a test in $host", ({ file, test, host }) => {
    const isOfHost = /^(?:claude-code|codex)\//.exec(file)?.[0] ?? "OpenCode";
    expect(isOfHost.replace("-", " ").replace("/", "").toLowerCase()).toBe(host.toLowerCase());
    const title = JSON.stringify(test);
    const tests = read(`test/e2e/${file}.e2e.test.ts`);
    expect(tests.includes(`test(${title},`) || tests.includes(`test(\n    ${title},`)).toBe(true);
  });
});
