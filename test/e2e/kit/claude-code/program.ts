import { installClaudeCode } from "../../../../scripts/beside.mjs";
import { closedEnvironment } from "../../../../src/hosts/claude-code/doctor/closed-home.ts";
import { type Program, startProgram } from "../program.ts";
import type { Project } from "../project.ts";
import type { ScriptedModel } from "../scripted-model.ts";

/** Where Claude Code is started. */
export interface Place {
  readonly home: string;
  readonly model: Pick<ScriptedModel, "url">;
  readonly project: Project;
  /** Added to the scrubbed environment. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Why Claude Code cannot be had here; undefined where it can. */
export function whyNoClaude(): string | undefined {
  return installClaudeCode().whyNot;
}

export function findProgram(): string {
  const { program, whyNot } = installClaudeCode();
  if (program === undefined) throw new Error(whyNot);
  return program;
}

/** The closed environment of `doctor --live`, with what tests need. */
export function environmentOf({ home, model, env }: Omit<Place, "project">) {
  return {
    ...closedEnvironment(home, model.url),
    GIT_CONFIG_NOSYSTEM: "1",
    // A run whose test was killed ends with its model.
    CLAUDE_CODE_MAX_RETRIES: "1",
    // Of its own accord it did not compact at 195,000 tokens of 200,000.
    CLAUDE_CODE_AUTO_COMPACT_WINDOW: "100000",
    ...env,
  };
}

export function startClaude(place: Place, args: readonly string[]): Program {
  const surroundings = { cwd: place.project.cwd, env: environmentOf(place) };
  return startProgram([findProgram(), ...args], surroundings);
}
