import { installCodex } from "../../../../scripts/beside.mjs";
import { closedEnvironment } from "../../../../src/hosts/codex/doctor/closed-home.ts";
import { type Program, startProgram } from "../program.ts";
import type { Project } from "../project.ts";

/** Where Codex is started. */
export interface Place {
  readonly home: string;
  readonly project: Project;
  /** Added to the scrubbed environment. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Why Codex cannot be had here; undefined where it can. */
export function whyNoCodex(): string | undefined {
  return installCodex().whyNot;
}

export function findProgram(): string {
  const { program, whyNot } = installCodex();
  if (program === undefined) throw new Error(whyNot);
  return program;
}

/** The closed environment of `doctor --live`, with what tests need. */
export function environmentOf({ home, env }: Omit<Place, "project">): Record<string, string> {
  return { ...closedEnvironment(home), GIT_CONFIG_NOSYSTEM: "1", ...env };
}

export function startCodex(place: Place, args: readonly string[]): Program {
  const surroundings = { cwd: place.project.cwd, env: environmentOf(place) };
  return startProgram([findProgram(), ...args], surroundings);
}
