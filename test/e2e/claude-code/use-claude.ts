import { expect } from "vitest";
import { makeHome } from "../../../src/hosts/claude-code/doctor/closed-home.ts";
import {
  CLAUDE_CODE,
  type ClaudeOptions,
  type Conversation,
  type Run,
  claude,
  openConversation,
  runClaude,
  startClaudeTerminal,
  whyNoClaude,
} from "../kit/claude-code/index.ts";
import type { Project, ScriptedModel, Step } from "../kit/index.ts";
import type { Terminal } from "../kit/terminal.ts";
import { type Install, type ProgramBench, describeProgram, useProgram } from "../use-program.ts";

export type { Install };

/** Whatever needs the real Claude Code. */
export const { describeHost: describeClaude, describeTerminal } = describeProgram(
  "Claude Code",
  whyNoClaude(),
);

type TurnOptions = Omit<ClaudeOptions, "home" | "model" | "project">;
type TerminalOptions = Pick<TurnOptions, "env" | "args"> & { columns?: number; rows?: number };

export interface ClaudeBench {
  readonly home: string;
  readonly model: ScriptedModel;
  readonly project: ProgramBench["project"];
  /** Plays one prompt in a `claude -p` of its own. */
  turn(project: Project, prompt: string, steps: Step[], options?: TurnOptions): Promise<Run>;
  /** The same, and gives what the model saw as results of its calls. */
  play(...turn: Parameters<ClaudeBench["turn"]>): Promise<string[]>;
  /** One process for several prompts; it is ended with the test. */
  open(project: Project, options?: TurnOptions): Conversation;
  /** `claude` with these arguments alone, in the project. */
  run(project: Project, ...args: string[]): ReturnType<typeof runClaude>;
  /** Claude Code's own interface, ready for the first words; it is ended with the test. */
  terminal(project: Project, options?: TerminalOptions): Promise<Terminal>;
}

export function useClaude(
  options: { install?: Install; env?: Readonly<Record<string, string>> } = {},
): ClaudeBench {
  const bench = useProgram({
    ...options,
    dialect: CLAUDE_CODE,
    makeHome: () => makeHome("claude"),
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
      const run = await claude({ ...bench.startOf(project, more), prompt, steps });
      expect(run, run.stderr).toMatchObject({ code: 0, isError: false });
      return run;
    },
    async play(...turn) {
      return (await this.turn(...turn)).results.map(({ text }) => text);
    },
    open: (project, more = {}) => bench.endLater(openConversation(bench.startOf(project, more))),
    run: (project, ...args) => runClaude(bench.startOf(project, {}), args),
    async terminal(project, { columns = 100, rows = 50, ...more } = {}) {
      const { args, ...place } = bench.startOf(project, more);
      return bench.endLater(await startClaudeTerminal(place, args, { columns, rows }));
    },
  };
}
