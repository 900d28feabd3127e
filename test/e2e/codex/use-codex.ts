import { existsSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { expect } from "vitest";
import { installCodex } from "../../../scripts/beside.mjs";
import { codexHomeIn, makeHome, trustFolder } from "../../../src/hosts/codex/doctor/closed-home.ts";
import { runCli } from "../../helpers/run-cli.ts";
import {
  CODEX,
  type CodexOptions,
  codex,
  findCodex,
  startCodexTerminal,
} from "../kit/codex/codex.ts";
import { listHooks, openConversation, trustHooks } from "../kit/codex/conversation.ts";
import type { Project, Step } from "../kit/index.ts";
import type { Place } from "../kit/program.ts";
import { type Install, type ProgramOptions, describeProgram, useProgram } from "../use-program.ts";

/** Whatever needs the real Codex. */
export const { describeHost: describeCodex, describeTerminal } = describeProgram(
  "Codex",
  installCodex().whyNot,
);

/** Arguments for a model that calls its tools from a script. */
export const CODE_MODE = ["-c", 'model="gpt-6-astra"'];
export const BLOCK = { MEMORY_BANK_GUARD_MODE: "block" };

type TurnOptions = Omit<CodexOptions, "home" | "model" | "project">;
type TerminalOptions = Partial<Pick<Place, "env" | "args">>;

/** As a person does it, for all projects: hooks, server, agents and skills are trusted with it. */
const install: Install = ({ home, project }) => {
  if (existsSync(join(codexHomeIn(home), "hooks.json"))) return;
  const path = [dirname(findCodex()), process.env["PATH"]].join(delimiter);
  const installed = runCli(["install", "--global", "--host", "codex", "--yes"], {
    cwd: project.dir,
    env: { HOME: home, CODEX_HOME: undefined, PATH: path },
  });
  expect(installed).toMatchObject({ status: 0, stderr: "" });
};

/** With our hooks; settings are environment variables here. */
export function useBank(env: Readonly<Record<string, string>> = {}) {
  return useCodex({ install, env });
}

export function useCodex(options?: ProgramOptions) {
  const bench = useProgram(CODEX, (modelUrl) => makeHome("codex", modelUrl), options);
  /** Plays one prompt in a `codex exec` of its own. */
  async function turn(project: Project, prompt: string, steps: Step[], more: TurnOptions = {}) {
    const run = await codex({ ...bench.startOf(project, more), prompt, steps });
    expect(run.code, run.problems).toBe(0);
    return run;
  }
  return {
    get home() {
      return bench.home();
    },
    get model() {
      return bench.model();
    },
    /** In a folder that the person trusts: in others its own hooks are not even listed. */
    project: ({ files }: { files?: Readonly<Record<string, string>> } = {}) =>
      bench.project(files, ({ dir }) => trustFolder(bench.home(), dir)),
    turn,
    /** The same, and gives what the model saw of its calls: what hooks noted, then the result. */
    play: async (...asked: Parameters<typeof turn>) =>
      (await turn(...asked)).results.map(({ notes, text }) => [...notes, text].join("\n")),
    /** One process for several prompts; it is ended with the test. */
    open: async (project: Project, more: TurnOptions = {}) =>
      bench.endLater(await openConversation(bench.startOf(project, more))),
    /** The hooks that hold in the project. Those that nobody trusts are skipped without a word. */
    hooks: (project: Project) => listHooks(bench.startOf(project, {})),
    /** Trusts them all, as they are now. */
    trust: (project: Project) => trustHooks(bench.startOf(project, {})),
    /** Codex's own interface, ready for the first words; it is ended with the test. */
    terminal: async (project: Project, more: TerminalOptions = {}) =>
      bench.endLater(
        await startCodexTerminal(bench.startOf(project, more), { columns: 100, rows: 50 }),
      ),
  };
}
