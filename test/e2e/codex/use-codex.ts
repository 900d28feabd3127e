import { expect } from "vitest";
import { makeHome, trustFolder } from "../../../src/hosts/codex/doctor/closed-home.ts";
import {
  CODEX,
  type CodexOptions,
  type Conversation,
  type Hook,
  type Run,
  codex,
  listHooks,
  openConversation,
  runCodex,
  startCodexTerminal,
  trustHooks,
  whyNoCodex,
} from "../kit/codex/index.ts";
import type { Project, ScriptedModel, Step } from "../kit/index.ts";
import type { Terminal } from "../kit/terminal.ts";
import { type Install, type ProgramBench, describeProgram, useProgram } from "../use-program.ts";

/** Whatever needs the real Codex. */
export const { describeHost: describeCodex, describeTerminal } = describeProgram(
  "Codex",
  whyNoCodex(),
);

/** Arguments for a model that calls its tools from a script. */
export const CODE_MODE = ["-c", 'model="gpt-6-astra"'];

type TurnOptions = Omit<CodexOptions, "home" | "model" | "project">;
type TerminalOptions = Pick<TurnOptions, "env" | "args"> & { columns?: number; rows?: number };

export interface CodexBench {
  readonly home: string;
  readonly model: ScriptedModel;
  /** In a folder that the person trusts: in others its own hooks are not even listed. */
  readonly project: ProgramBench["project"];
  /** Plays one prompt in a `codex exec` of its own. */
  turn(project: Project, prompt: string, steps: Step[], options?: TurnOptions): Promise<Run>;
  /** The same, and gives what the model saw of its calls: what hooks noted, then the result. */
  play(...turn: Parameters<CodexBench["turn"]>): Promise<string[]>;
  /** One process for several prompts; it is ended with the test. */
  open(project: Project, options?: TurnOptions): Promise<Conversation>;
  /** `codex` with these arguments alone, in the project. */
  run(project: Project, ...args: string[]): ReturnType<typeof runCodex>;
  /** The hooks that hold in the project. Those that nobody trusts are skipped without a word. */
  hooks(project: Project): Promise<Hook[]>;
  /** Trusts them all, as they are now. */
  trust(project: Project): Promise<void>;
  /** Codex's own interface, ready for the first words; it is ended with the test. */
  terminal(project: Project, options?: TerminalOptions): Promise<Terminal>;
}

export function useCodex(
  options: { install?: Install; env?: Readonly<Record<string, string>> } = {},
): CodexBench {
  const bench = useProgram({
    ...options,
    dialect: CODEX,
    makeHome: (modelUrl) => makeHome("codex", modelUrl),
    enter: (home, project) => trustFolder(home, project.dir),
  });
  return {
    get home() {
      return bench.home;
    },
    get model() {
      return bench.model;
    },
    project: bench.project,
    async turn(project, prompt, steps, more = {}) {
      const run = await codex({ ...bench.startOf(project, more), prompt, steps });
      expect(run.code, [...run.errors, run.stderr].join("\n")).toBe(0);
      return run;
    },
    async play(...turn) {
      const { results } = await this.turn(...turn);
      return results.map(({ notes, text }) => [...notes, text].join("\n"));
    },
    open: async (project, more = {}) =>
      bench.endLater(await openConversation(bench.startOf(project, more))),
    run: (project, ...args) => runCodex(bench.startOf(project, {}), args),
    hooks: (project) => listHooks(bench.startOf(project, {})),
    trust: (project) => trustHooks(bench.startOf(project, {})),
    async terminal(project, { columns = 100, rows = 50, ...more } = {}) {
      const { args, ...place } = bench.startOf(project, more);
      return bench.endLater(await startCodexTerminal(place, args, { columns, rows }));
    },
  };
}
