import { cpSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT, codeOf, pagesIn } from "../helpers/doc-code.ts";
import { runCli } from "../helpers/run-cli.ts";
import { tempProject } from "../helpers/temp-project.ts";

const PAGES = ["README.md", "README.zh.md", "CHANGELOG.md", "CONTRIBUTING.md"].concat(
  pagesIn("docs"),
  pagesIn("skills"),
  pagesIn("examples"),
);

const EXAMPLE = join(ROOT, "examples/typescript-service");

/** The ways in which our command line is called. */
const CALLED = /^(?:\$ )?(?:memory-bank|node dist\/cli\.js|npx agent-memory-bank) +([a-z-][^]*)$/;

function wordsOf(line: string): string[] | undefined {
  const [, rest] = CALLED.exec(line.replace(/\s+#.*$/, "").trim()) ?? [];
  if (rest === undefined) return undefined;
  return [...rest.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
}

/** Lines of shell blocks, and what stands in backticks. */
function commandsOf(page: string): string[][] {
  const { fences, inline } = codeOf(page);
  const lines = fences
    .filter(({ language }) => language === "sh")
    .flatMap(({ text }) => text.split(/\n|&&/));
  return [...lines, ...inline].flatMap((line) => {
    const words = wordsOf(line);
    return words === undefined ? [] : [words];
  });
}

/** Each once. */
const shown = new Map(PAGES.flatMap(commandsOf).map((words) => [words.join(" "), words]));

it("each of our commands is in the docs, and each command line there has only options of its command", () => {
  const help = runCli(["--help"]).stdout;
  const listed = [...help.matchAll(/^ {2}([a-z]+) (?:\[|<)/gm)].map(([, name = ""]) => name);
  expect(listed.length).toBeGreaterThan(8);
  expect([...shown.values()].map(([name]) => name)).toEqual(expect.arrayContaining(listed));
  const helps = new Map<string, string>();
  const wrong = [...shown].filter(([, [command = "", ...rest]]) => {
    const own = helps.get(command) ?? runCli([command, "--help"]).stdout;
    helps.set(command, own);
    const options = [command, ...rest].filter((word) => word.startsWith("--"));
    return options.some((option) => !new RegExp(`${option}\\b`).test(own + help));
  });
  expect(wrong).toEqual([]);
});

describe("what the README says that one sees", () => {
  const fences = codeOf("README.md").fences.map(({ text }) => text.trimEnd());

  it("the plan for a project without a bank", () => {
    const root = tempProject();
    const isBank = (path: string) =>
      !path.includes("memory-bank/") && !path.endsWith("memory-bank");
    cpSync(EXAMPLE, root, {
      recursive: true,
      filter: (path) => isBank(path.slice(EXAMPLE.length)),
    });
    const env = { XDG_STATE_HOME: join(root, "..", "state"), MEMORY_BANK_LANG: undefined };
    const { stdout } = runCli(["refresh", "--dry-run"], { cwd: root, env });
    const plan = stdout.split("\n").filter((line) => line.startsWith("- "));
    expect(fences).toContain(plan.join("\n"));
  });

  it("the refusal", () => {
    const cwd = tempProject();
    cpSync(EXAMPLE, cwd, { recursive: true });
    const env = { XDG_STATE_HOME: tempProject(), MEMORY_BANK_GUARD_MODE: "block" };
    const { stdout } = runCli(["explain", "--edit", "package.json"], { cwd, env });
    const refusal = fences.find((text) => text.startsWith("[Memory Bank] Not written"));
    expect(refusal).toBeDefined();
    expect(stdout).toContain(refusal);
  });
});
