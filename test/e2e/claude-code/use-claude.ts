import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { installClaudeCode } from "../../../scripts/beside.mjs";
import { makeHome } from "../../../src/hosts/claude-code/doctor/trial.ts";
import {
  CLAUDE_CODE,
  type ClaudeOptions,
  claude,
  openConversation,
  startClaudeTerminal,
} from "../kit/claude-code/claude.ts";
import type { Project, Step } from "../kit/index.ts";
import type { Place } from "../kit/program.ts";
import { type ProgramOptions, describeProgram, useProgram } from "../use-program.ts";

/** Whatever needs the real Claude Code. */
export const { describeHost: describeClaude, describeTerminal } = describeProgram(
  "Claude Code",
  installClaudeCode().whyNot,
);

const PLUGIN = fileURLToPath(new URL("../../../dist/claude-code", import.meta.url));
export const BLOCK = { MEMORY_BANK_GUARD_MODE: "block" };

type TurnOptions = Omit<ClaudeOptions, "home" | "model" | "project">;
type TerminalOptions = Partial<Pick<Place, "env" | "args">>;

export type ClaudeBench = ReturnType<typeof useClaude>;

/** With the built plugin, from its folder; settings are environment variables here. */
export function useBank(env: Readonly<Record<string, string>> = {}): ClaudeBench {
  return useClaude({ install: () => ["--plugin-dir", PLUGIN], env });
}

export function useClaude(options?: ProgramOptions) {
  const bench = useProgram(CLAUDE_CODE, () => makeHome("claude"), options);
  /** Plays one prompt in a `claude -p` of its own. */
  async function turn(project: Project, prompt: string, steps: Step[], more: TurnOptions = {}) {
    const run = await claude({ ...bench.startOf(project, more), prompt, steps });
    expect(run, run.stderr).toMatchObject({ code: 0, isError: false });
    return run;
  }
  return {
    get home() {
      return bench.home();
    },
    get model() {
      return bench.model();
    },
    project: ({ files }: { files?: Readonly<Record<string, string>> } = {}) => bench.project(files),
    turn,
    /** The same, and gives what the model saw as results of its calls. */
    play: async (...asked: Parameters<typeof turn>) =>
      (await turn(...asked)).results.map(({ text }) => text),
    /** One process for several prompts; it is ended with the test. */
    open: (project: Project, more: TurnOptions = {}) =>
      bench.endLater(openConversation(bench.startOf(project, more))),
    /** Claude Code's own interface, ready for the first words; it is ended with the test. */
    terminal: async (project: Project, more: TerminalOptions = {}) =>
      bench.endLater(
        await startClaudeTerminal(bench.startOf(project, more), { columns: 100, rows: 50 }),
      ),
  };
}
