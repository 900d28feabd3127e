import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { installClaudeCode } from "../../../../scripts/beside.mjs";
import { MESSAGES, closedEnvironment } from "../../../../src/hosts/claude-code/doctor/trial.ts";
import { type JsonRecord, toRecord, toText } from "../json.ts";
import { type ModelRequest, newResults } from "../model-request.ts";
import { type Place, type Program, startProgram } from "../program.ts";
import type { Dialect } from "../scripted-model.ts";
import type { Step } from "../step.ts";
import { openTerminal, type Size, type Terminal } from "../terminal.ts";
import { parseMessagesRequest } from "./model-request.ts";

/** So much of the model's window that the host compacts before its next request. */
export const CONTEXT_FULL = { promptTokens: 195_000 };

export const CLAUDE_CODE: Dialect = {
  provider: MESSAGES,
  parse: parseMessagesRequest,
  // A hook that sends the agent back, a notification, a summary: whatever it is, the turn's script goes on.
  goesOn: () => true,
  // It appends to its transcript a moment later: no real model is faster than that.
  delayMs: 60,
};

export interface ClaudeOptions extends Place {
  /** The session to go on with. */
  readonly resume?: string;
  /** In a session of its own that begins as the resumed one is. */
  readonly fork?: boolean;
}

/** What has come of one prompt. */
export interface Turn {
  /** The agent's last words. */
  readonly text: string;
  readonly isError: boolean;
  readonly session: string;
  /** Of the agent's own calls in their order, with what hooks have put behind each. */
  readonly results: readonly { readonly text: string; readonly isError: boolean }[];
  /** Everything the model was asked meanwhile, by subagents and for a summary too. */
  readonly requests: readonly ModelRequest[];
  /** Texts for the person alone. */
  readonly notices: readonly string[];
}

export interface Run extends Turn {
  readonly code: number | null;
  readonly stderr: string;
}

export interface Conversation {
  readonly program: Program;
  /** Resolves when the turn is over. */
  send(prompt: string, steps: Step[]): Promise<Turn>;
  end(): Promise<number | null>;
}

/** One prompt, as `claude -p` takes it. */
export async function claude(
  options: ClaudeOptions & { readonly prompt: string; readonly steps: Step[] },
): Promise<Run> {
  const { model, prompt, steps } = options;
  const asked = model.requests.length;
  model.play(prompt, steps);
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
  return {
    program,
    async send(prompt, steps) {
      const [asked, told] = [model.requests.length, program.events.length];
      model.play(prompt, steps);
      program.write({ type: "user", message: { role: "user", content: prompt } });
      const result = await program.until((event) => event["type"] === "result", told);
      const events = program.events.slice(told, program.events.indexOf(result) + 1);
      return toTurn(events, model.requests.slice(asked));
    },
    end: () => program.end(),
  };
}

/** Claude Code as a person sees it, in a folder that the person trusts. */
export async function startClaudeTerminal(place: Place, size: Size): Promise<Terminal> {
  const path = join(place.home, ".claude.json");
  const config = toRecord(JSON.parse(readFileSync(path, "utf8")));
  const trusted = { [place.project.dir]: { hasTrustDialogAccepted: true } };
  const projects = { ...toRecord(config["projects"]), ...trusted };
  writeFileSync(path, JSON.stringify({ ...config, projects }));
  const command = [findClaude(), ...(place.args ?? [])] as const;
  const terminal = openTerminal({ ...place, ...size, env: environmentOf(place), command });
  await terminal.until("? for shortcuts");
  return terminal;
}

export function findClaude(): string {
  const { program, whyNot } = installClaudeCode();
  if (program === undefined) throw new Error(whyNot);
  return program;
}

function startClaude(place: Place, args: readonly string[]): Program {
  return startProgram([findClaude(), ...args], {
    cwd: place.project.dir,
    env: environmentOf(place),
  });
}

/** The closed environment of `doctor --live`, with what tests need. */
function environmentOf({ home, model, env }: Place): Record<string, string> {
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

function argumentsOf({ resume, fork = false, args = [] }: ClaudeOptions): string[] {
  return [
    "--output-format=stream-json",
    "--verbose",
    "--include-hook-events",
    ...(resume === undefined ? [] : ["--resume", resume]),
    ...(fork ? ["--fork-session"] : []),
    ...args,
  ];
}

function toTurn(events: readonly JsonRecord[], asked: readonly ModelRequest[]): Turn {
  const result = events.findLast((event) => event["type"] === "result") ?? {};
  const session = toText(result["session_id"]);
  const requests = asked.filter((request) => request.sessionID === session);
  const own = requests.filter(({ agentID }) => agentID === undefined);
  return {
    text: toText(result["result"]),
    isError: result["is_error"] !== false,
    session,
    results: newResults(own).map(({ text, isError }) => ({
      text: withoutReminders(text),
      isError,
    })),
    requests,
    notices: events
      .filter((event) => event["subtype"] === "informational")
      .map((event) => toText(event["content"])),
  };
}

const REMINDER = "\n\n<system-reminder>\n";

/** The host adds words of its own too: how many tokens are left, which tools it has. */
function withoutReminders(text: string): string {
  const [result = "", ...reminders] = text.split(REMINDER);
  return [result, ...reminders.filter((each) => /^\S+ hook /.test(each))].join(REMINDER);
}
