import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../helpers/doc-code.ts";
import { journeysOf } from "../e2e/journeys/play.ts";
import { recordingOf } from "../e2e/opencode-2/tools.ts";
import { HOSTS, LIMITS, OUTCOMES, PROMISES, type Shown } from "./promises.ts";

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

/** From a recording, or by a test of that name beside the recordings. */
function isReplayed(name: string): boolean {
  return (
    existsSync(recordingOf(name)) ||
    read("test/e2e/opencode-2/recorded.e2e.test.ts").includes(`test("${name}",`)
  );
}

/** In no other host's folder. */
function hasTest(shown: Shown, host: (typeof HOSTS)[number]): boolean {
  if (typeof shown === "string") {
    const isPlayed = host !== "OpenCode 2" || isReplayed(shown);
    return isPlayed && journeysOf(host).some(({ name }) => name === shown);
  }
  const [file, test] = shown;
  const folder = /^[\w-]+(?=\/)/.exec(file)?.[0] ?? "opencode";
  const title = JSON.stringify(test);
  return (
    folder === host.toLowerCase().replace(" ", "-") &&
    read(`test/e2e/${file}.e2e.test.ts`)
      .replaceAll(/test\(\s+/g, "test(")
      .includes(`test(${title},`)
  );
}

describe("promises and hosts", () => {
  it.each([
    ["README.md", "en"],
    ["README.zh.md", "zh"],
  ] as const)("%s says of each what is proved", (page, language) => {
    const rows = PROMISES.map((promise) => {
      const cells = HOSTS.map(
        (host) => OUTCOMES[promise.but?.[host]?.outcome ?? promise.outcome][language],
      );
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

  it.each(LIMITS)("$en: there is such a test", ({ shown }) => {
    for (const each of shown) expect(HOSTS.some((host) => hasTest(each, host))).toBe(true);
  });

  const cells = PROMISES.flatMap(({ en, shown, but }) =>
    HOSTS.map((host) => ({ en, host, shown: but?.[host]?.shown ?? shown })),
  );

  it.each(cells)("$en: there is such a test in $host", ({ shown, host }) => {
    expect(hasTest(shown, host)).toBe(true);
  });
});
