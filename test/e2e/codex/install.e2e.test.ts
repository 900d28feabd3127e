import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { codexHomeIn } from "../../../src/hosts/codex/doctor/closed-home.ts";
import { runCli } from "../../helpers/run-cli.ts";
import { findCodex } from "../kit/codex/codex.ts";
import { type Project, say } from "../kit/index.ts";
import { patch, updating } from "./steps.ts";
import { describeCodex, describeTerminal, useCodex } from "./use-codex.ts";

const bench = useCodex();
const BLOCK = { MEMORY_BANK_GUARD_MODE: "block" };
const RULE = "(rule: read-before-write)";

function memoryBank(
  project: Project,
  args: string[],
  env: Record<string, string | undefined> = {},
) {
  const path = [dirname(findCodex()), process.env["PATH"]].join(delimiter);
  return runCli([...args, "--host", "codex", "--yes"], {
    cwd: project.dir,
    env: { HOME: bench.home, CODEX_HOME: undefined, PATH: path, ...env },
  });
}

function succeed(...call: Parameters<typeof memoryBank>) {
  const run = memoryBank(...call);
  expect(run).toMatchObject({ status: 0, stderr: "" });
  return run.stdout;
}

async function tryPatch(project: Project, prompt: string) {
  const steps = [patch(changed(project)), say("Done.")];
  const [result] = (await bench.turn(project, prompt, steps, { env: BLOCK })).results;
  return result?.text.includes(RULE) ? "refused" : (result?.text ?? "");
}

/** The whole file, as one line after the other. */
function changed(project: Project): string {
  const text = project.read("package.json");
  return updating("package.json", text, text.replace("1.0.0", "2.0.0"));
}

describeCodex("from the command line into Codex and out again", () => {
  const codex = () => codexHomeIn(bench.home);
  const statuses = async (project: Project) =>
    (await bench.hooks(project)).map(({ trustStatus }) => trustStatus);

  test("for all projects: its hooks are trusted at once, and nothing is left of them", async () => {
    const theirs = { hooks: [{ type: "command", command: "exit 0" }] };
    const hooks = JSON.stringify({ hooks: { PreToolUse: [theirs] } });
    writeFileSync(join(codex(), "hooks.json"), hooks);
    const project = bench.project();
    await bench.trust(project);
    const before = readFileSync(join(codex(), "config.toml"), "utf8");

    const said = succeed(project, ["install", "--global"]);
    expect(said).toContain("your trust in exactly these hooks");
    const after = await statuses(project);
    expect([new Set(after), after.length]).toEqual([new Set(["trusted"]), 21]);
    expect(await tryPatch(project, "Installed")).toBe("refused");
    expect(succeed(project, ["install", "--global"])).toContain("installed already");

    succeed(project, ["uninstall", "--global"]);
    expect(readFileSync(join(codex(), "config.toml"), "utf8")).toBe(before);
    expect(readFileSync(join(codex(), "hooks.json"), "utf8")).toBe(hooks);
    expect(existsSync(join(codex(), "agents"))).toBe(false);
    expect(await statuses(project)).toEqual(["trusted"]);
    expect(await tryPatch(project, "Uninstalled")).toContain("M package.json");
  });
});

describeTerminal("Codex's own interface", () => {
  test("asks for no review of hooks that install has trusted", async () => {
    const project = bench.project();
    succeed(project, ["install", "--global"]);
    const terminal = await bench.terminal(project, { env: BLOCK });
    bench.model.play("Change it", [patch(changed(project)), say("I may not.")]);
    await terminal.say("Change it");
    expect(await terminal.until("I may not.")).toContain("[Memory Bank]");
    await terminal.end();
    succeed(project, ["uninstall"]);
  });
});
