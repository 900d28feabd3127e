import { execFileSync } from "node:child_process";
import { cpSync } from "node:fs";
import { expect, test } from "vitest";
import { fillIn, makeTemplate } from "../fixtures/shell-corpus/run-command.mjs";
import { TRUTH, type Truth, openCorpus } from "../helpers/shell-corpus.ts";
import { say } from "./kit/index.ts";
import { bash } from "./steps.ts";
import { useHost } from "./use-host.ts";

const bench = useHost();
const RULE = "(rule: guard-memory-files)";

/** One of each group that the guard refuses, and one of each that it lets pass, as the corpus has them. */
function sample(isWanted: (entry: Truth) => boolean): Truth[] {
  const byGroup = new Map<string, Truth>();
  for (const entry of TRUTH) {
    const isSimple = entry.workdir === undefined && !entry.command.includes("{{ROOT}}");
    if (isSimple && isWanted(entry) && !byGroup.has(entry.group)) byGroup.set(entry.group, entry);
  }
  return [...byGroup.values()];
}

/** The bank as one string: every file with its content. */
function bankOf(dir: string): string {
  return execFileSync("bash", ["-c", "find memory-bank -type f | sort | xargs -d '\\n' md5sum"], {
    cwd: dir,
    encoding: "utf8",
  });
}

function makeCorpusProject() {
  const template = makeTemplate();
  const project = bench.project({ files: { "package.json": "{}" }, git: false, plugin: {} });
  const config = project.read("opencode.json");
  cpSync(template.root, project.dir, { recursive: true, verbatimSymlinks: true });
  template.remove();
  project.write("opencode.json", config);
  return project;
}

test("commands that change the bank are refused by the real host before they run", async () => {
  const corpus = openCorpus();
  const entries = sample((entry) => entry.changesBank && corpus.isRefused(entry));
  corpus.remove();
  expect(entries.length).toBeGreaterThan(30);
  const project = makeCorpusProject();
  const before = bankOf(project.dir);
  const results = await bench.play(project, "Change the bank in many ways", [
    ...entries.map(({ command }) => bash(fillIn(command, project.dir))),
    say("All refused."),
  ]);
  const ran = entries.filter((_, index) => results[index]?.includes(RULE) !== true);
  expect(ran.map(({ command }) => command)).toEqual([]);
  expect(bankOf(project.dir)).toBe(before);
});

test("harmless commands run, and lose no output", async () => {
  const groups = /^(?:read-bank|git-read|echo-text)$/;
  const entries = TRUTH.filter(
    ({ group, command, workdir, changesOthers }) =>
      groups.test(group) && !changesOthers && workdir === undefined && !/\{\{|\n/.test(command),
  ).filter((_, index) => index % 6 === 0);
  expect(entries.length).toBeGreaterThan(8);
  const project = makeCorpusProject();
  const before = bankOf(project.dir);
  const expected = entries.map(({ command }) => {
    try {
      return execFileSync("bash", ["-c", command], {
        cwd: project.dir,
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
      });
    } catch {
      return "";
    }
  });
  const results = await bench.play(project, "Look at the bank in many ways", [
    ...entries.map(({ command }) => bash(command)),
    say("Seen."),
  ]);
  for (const [index, entry] of entries.entries()) {
    expect(results[index], entry.command).not.toContain("[Memory Bank]");
    const [line = ""] = expected[index]?.split("\n") ?? [];
    expect(results[index], entry.command).toContain(line.trim());
  }
  expect(bankOf(project.dir)).toBe(before);
});
