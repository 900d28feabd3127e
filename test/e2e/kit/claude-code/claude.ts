import { toText } from "../json.ts";
import type { Program } from "../program.ts";
import type { ScriptedModel } from "../scripted-model.ts";
import type { Step } from "../step.ts";
import { startClaude, type Place } from "./program.ts";
import { toTurn, type Turn } from "./turn.ts";

export interface ClaudeOptions extends Place {
  readonly model: ScriptedModel;
  /** The session to go on with, or "last" for the project's latest. */
  readonly resume?: string;
  /** In a session of its own that begins as the resumed one is. */
  readonly fork?: boolean;
  /** Further arguments. */
  readonly args?: readonly string[];
}

export interface Run extends Turn {
  code: number | null;
  stderr: string;
}

export interface Conversation {
  readonly program: Program;
  /** Resolves when the turn is over. */
  send(prompt: string, steps?: Step[]): Promise<Turn>;
  /** A turn that no prompt begins: a background agent has come back. */
  next(): Promise<Turn>;
  /** As Esc does it. */
  interrupt(): void;
  end(): Promise<number | null>;
}

/** One prompt, as `claude -p` takes it. */
export async function claude(
  options: ClaudeOptions & { readonly prompt: string; readonly steps?: Step[] },
): Promise<Run> {
  const { model, prompt, steps } = options;
  const asked = model.requests.length;
  if (steps !== undefined) model.play(prompt, steps);
  const program = startClaude(options, ["-p", prompt, ...argumentsOf(options)]);
  const code = await program.end();
  const turn = toTurn(program.events, model.requests.slice(asked));
  return { ...turn, code, stderr: program.stderr() };
}

/** Several prompts in one process. */
export function openConversation(options: ClaudeOptions): Conversation {
  const { model } = options;
  const input = ["-p", "--input-format", "stream-json"];
  const program = startClaude(options, [...input, ...argumentsOf(options)]);
  let [asked, told] = [model.requests.length, 0];
  const next = async () => {
    const result = await program.until((event) => event["type"] === "result", told);
    const events = program.events.slice(told, program.events.indexOf(result) + 1);
    const turn = toTurn(events, model.requests.slice(asked));
    [asked, told] = [model.requests.length, told + events.length];
    return turn;
  };
  return {
    program,
    next,
    send: (prompt, steps) => {
      if (told > 0) [asked, told] = [model.requests.length, program.events.length];
      if (steps !== undefined) model.play(prompt, steps);
      program.write({ type: "user", message: { role: "user", content: prompt } });
      return next();
    },
    interrupt: () => {
      const request = { subtype: "interrupt" };
      program.write({ type: "control_request", request_id: "interrupt", request });
    },
    end: () => program.end(),
  };
}

/** Another command, e.g. `claude plugin validate`. */
export async function runClaude(
  place: Place,
  args: readonly string[],
): Promise<{ code: number | null; output: string }> {
  const program = startClaude(place, args);
  const code = await program.end();
  const lines = program.events.map((event) => toText(event["text"]));
  return { code, output: [...lines, program.stderr()].join("\n") };
}

function argumentsOf({ resume, fork = false, args = [] }: ClaudeOptions): string[] {
  const going =
    resume === undefined ? [] : resume === "last" ? ["--continue"] : ["--resume", resume];
  return [
    "--output-format",
    "stream-json",
    "--verbose",
    "--include-hook-events",
    ...going,
    ...(fork ? ["--fork-session"] : []),
    ...args,
  ];
}
