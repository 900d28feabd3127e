import { installCodex } from "../../../../scripts/beside.mjs";
import { closedEnvironment } from "../../../../src/hosts/codex/doctor/closed-home.ts";
import { RESPONSES } from "../../../../src/hosts/codex/doctor/trial.ts";
import { toRecord, toText } from "../json.ts";
import { type ModelRequest, newResults } from "../model-request.ts";
import { type Place, type Program, startProgram } from "../program.ts";
import type { Dialect } from "../scripted-model.ts";
import type { Step } from "../step.ts";
import { openTerminal, type Size, type Terminal } from "../terminal.ts";
import { parseResponsesRequest } from "./model-request.ts";

/** Above the limit of the closed home: the host compacts before its next request. */
export const CONTEXT_FULL = { promptTokens: 250_000 };

export const CODEX: Dialect = {
  provider: RESPONSES,
  parse: parseResponsesRequest,
  // A hook that sends the agent back, a subagent's answer, a summary: whatever it is, the turn's script goes on.
  goesOn: () => true,
  delayMs: 0,
};

export interface CodexOptions extends Place {
  /** The session to go on with. */
  readonly resume?: string;
  /** Begins a session of its own that is as this one is. */
  readonly fork?: string;
}

/** What has come of one prompt. */
export interface Turn {
  readonly session: string;
  /** Of the agent's own calls in their order: the result, and what hooks have put before it. */
  readonly results: readonly { readonly text: string; readonly notes: readonly string[] }[];
  /** Everything the model was asked meanwhile, by subagents and for a summary too. */
  readonly requests: readonly ModelRequest[];
}

export interface Run extends Turn {
  readonly code: number | null;
  /** The agent's last words. */
  readonly text: string;
  /** What went wrong. */
  readonly problems: string;
}

/** One prompt, as `codex exec` takes it. */
export async function codex(
  options: CodexOptions & { readonly prompt: string; readonly steps: Step[] },
): Promise<Run> {
  const { model, prompt, steps, args = [], resume, fork } = options;
  const asked = model.requests.length;
  model.play(prompt, steps);
  const going =
    fork !== undefined ? ["fork", fork] : resume !== undefined ? ["resume", resume] : [];
  const program = startCodex(options, ["exec", "--json", ...args, ...going, prompt]);
  const code = await program.end();
  const told = (type: string) => program.events.filter((event) => event["type"] === type);
  const items = told("item.completed").map((event) => toRecord(event["item"]));
  const said = items.findLast((item) => item["type"] === "agent_message");
  const errors = [...items.filter((item) => item["type"] === "error"), ...told("error")];
  return {
    ...toTurn(toText(told("thread.started")[0]?.["thread_id"]), model.requests.slice(asked)),
    code,
    text: toText(said?.["text"]),
    problems: [...errors.map((each) => toText(each["message"])), program.stderr()].join("\n"),
  };
}

/** Codex as a person sees it. Without its daemon: that would outlive the test. */
export async function startCodexTerminal(place: Place, size: Size): Promise<Terminal> {
  const command = [findCodex(), "--no-daemon", ...(place.args ?? [])] as const;
  const terminal = openTerminal({ ...place, ...size, env: environmentOf(place), command });
  await terminal.until("? for shortcuts");
  return terminal;
}

export function findCodex(): string {
  const { program, whyNot } = installCodex();
  if (program === undefined) throw new Error(whyNot);
  return program;
}

export function startCodex(place: Place, args: readonly string[]): Program {
  return startProgram([findCodex(), ...args], {
    cwd: place.project.dir,
    env: environmentOf(place),
  });
}

/** The closed environment of `doctor --live`, with what tests need. */
function environmentOf({ home, env }: Place): Record<string, string> {
  return { ...closedEnvironment(home), GIT_CONFIG_NOSYSTEM: "1", ...env };
}

export function toTurn(session: string, asked: readonly ModelRequest[]): Turn {
  const requests = asked.filter((request) => request.sessionID === session);
  const own = requests.filter(({ agentID }) => agentID === undefined);
  const results = newResults(own).map(({ id, text, request: { messages } }) => {
    const end = messages.findIndex(({ toolCallID }) => toolCallID === id);
    const begin = messages.slice(0, end).findLastIndex(({ role }) => role !== "developer");
    return { text, notes: messages.slice(begin + 1, end).map((note) => note.text) };
  });
  return { session, requests, results };
}
