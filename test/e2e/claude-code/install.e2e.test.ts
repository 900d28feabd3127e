import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runCli } from "../../helpers/run-cli.ts";
import { type Project, say } from "../kit/index.ts";
import { edit, read } from "./steps.ts";
import { BLOCK, describeClaude, useClaude } from "./use-claude.ts";

const bench = useClaude();
const RULE = "(rule: read-before-write)";

function memoryBank(project: Project, ...args: string[]) {
  const env = { HOME: bench.home, USERPROFILE: bench.home, CLAUDE_CONFIG_DIR: undefined };
  const run = runCli([...args, "--host", "claude-code", "--yes"], { cwd: project.dir, env });
  expect(run).toMatchObject({ status: 0, stderr: "" });
  return run.stdout;
}

async function tryEdit(project: Project, prompt: string, env: Record<string, string> = BLOCK) {
  const steps = [read("package.json"), edit("package.json", '"1.0.0"', '"2.0.0"'), say("Done.")];
  const [, result = ""] = await bench.play(project, prompt, steps, { env });
  const isKept = project.read("package.json").includes('"1.0.0"');
  return result.includes(RULE) && isKept ? "refused" : isKept ? result : "written";
}

describeClaude("from the command line into Claude Code and out again", () => {
  test("for all projects", async () => {
    const settings = join(bench.home, ".claude", "settings.json");
    const before = readFileSync(settings);
    const project = bench.project();
    memoryBank(project, "install", "--global");
    expect(await tryEdit(project, "Installed")).toBe("refused");
    expect(memoryBank(project, "install", "--global")).toContain("installed already");
    memoryBank(project, "uninstall", "--global");
    expect(readFileSync(settings)).toEqual(before);
    expect(await tryEdit(project, "Uninstalled")).toBe("written");
  });
});
