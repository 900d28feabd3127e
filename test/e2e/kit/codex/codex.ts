import { toText } from "../json.ts";
import type { ScriptedModel } from "../scripted-model.ts";
import type { Step } from "../step.ts";
import { type Place, startCodex } from "./program.ts";
import { toTurn, type Turn } from "./turn.ts";

export interface CodexOptions extends Place {
  readonly model: ScriptedModel;
  /** The session to go on with, or "last" for the project's latest. */
  readonly resume?: string;
  /** Begins a session of its own that is as this one is. */
  readonly fork?: string;
  /** Further arguments. */
  readonly args?: readonly string[];
}

export interface Run extends Turn {
  code: number | null;
  stderr: string;
}

/** One prompt, as `codex exec` takes it. */
export async function codex(
  options: CodexOptions & { readonly prompt: string; readonly steps: Step[] },
): Promise<Run> {
  const { model, prompt, steps, args = [] } = options;
  const asked = model.requests.length;
  model.play(prompt, steps);
  const program = startCodex(options, ["exec", "--json", ...args, ...beginOf(options), prompt]);
  const code = await program.end();
  const turn = toTurn(program.events, model.requests.slice(asked));
  return { ...turn, code, stderr: program.stderr() };
}

/** Another command, e.g. `codex mcp list`. */
export async function runCodex(
  place: Place,
  args: readonly string[],
): Promise<{ code: number | null; output: string }> {
  const program = startCodex(place, args);
  const code = await program.end();
  const lines = program.events.map((event) => toText(event["text"]));
  return { code, output: [...lines, program.stderr()].join("\n") };
}

function beginOf({ resume, fork }: CodexOptions): string[] {
  if (fork !== undefined) return ["fork", fork];
  if (resume === undefined) return [];
  return ["resume", resume === "last" ? "--last" : resume];
}
