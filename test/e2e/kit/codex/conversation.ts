import { toRecord, toRecords, toText, type JsonRecord } from "../json.ts";
import type { Program } from "../program.ts";
import type { Step } from "../step.ts";
import { openAppServer } from "./app-server.ts";
import type { CodexOptions } from "./codex.ts";
import { toOutcome, type Outcome } from "./turn.ts";

interface HookRun {
  /** E.g. `preToolUse`. */
  name: string;
  /** `completed`, `blocked`, `failed`, … */
  status: string;
  /** What it gave: `context` and `feedback` for the model, `warning` for the person. */
  entries: { kind: string; text: string }[];
}

export interface ConversationTurn extends Outcome {
  readonly id: string;
  /** `completed`, `interrupted`, `failed` */
  readonly status: string;
  readonly hooks: HookRun[];
}

/** Several prompts in one process, and what a person can do beside them. */
export interface Conversation {
  readonly program: Program;
  readonly session: string;
  /** Resolves when the turn is over. */
  send(prompt: string, steps?: Step[]): Promise<ConversationTurn>;
  /** Typed while a turn goes on. */
  steer(words: string): Promise<void>;
  /** As Esc does it. */
  interrupt(): Promise<void>;
  /** As `/compact` does it. */
  compact(): Promise<void>;
  /** Back to where this turn was not yet: it and all behind it are gone. */
  rewind(turn: Pick<ConversationTurn, "id">): Promise<void>;
  end(): Promise<number | null>;
}

export async function openConversation(options: CodexOptions): Promise<Conversation> {
  const { model, args } = options;
  const { program, ask, end } = await openAppServer(options, args);
  const begun = await ask(...beginOf(options));
  const session = toText(toRecord(begun["thread"])["id"]);
  const thread = { threadId: session };
  const toInput = (text: string) => [{ type: "text", text, text_elements: [] }];
  const told = (from: number, method: string) =>
    program.events
      .slice(from)
      .filter((event) => event["method"] === method)
      .map(paramsOf);
  let current = "";

  const turnEnd = async (from: number): Promise<JsonRecord> => {
    const isEnd = (event: JsonRecord) =>
      event["method"] === "turn/completed" && paramsOf(event)["threadId"] === session;
    return toRecord(paramsOf(await program.until(isEnd, from))["turn"]);
  };

  return {
    program,
    session,
    async send(prompt, steps) {
      const [asked, from] = [model.requests.length, program.events.length];
      if (steps !== undefined) model.play(prompt, steps);
      const started = await ask("turn/start", { ...thread, input: toInput(prompt) });
      current = toText(toRecord(started["turn"])["id"]);
      const turn = await turnEnd(from);
      const items = told(from, "item/completed").map((params) => toRecord(params["item"]));
      const said = items.findLast((item) => item["type"] === "agentMessage");
      return {
        ...toOutcome(session, model.requests.slice(asked)),
        id: current,
        status: toText(turn["status"]),
        text: toText(said?.["text"]),
        errors: told(from, "error").map((params) => toText(toRecord(params["error"])["message"])),
        hooks: told(from, "hook/completed").map((params) => toHookRun(toRecord(params["run"]))),
      };
    },
    async steer(words) {
      await ask("turn/steer", { ...thread, input: toInput(words), expectedTurnId: current });
    },
    async interrupt() {
      await ask("turn/interrupt", { ...thread, turnId: current });
    },
    async compact() {
      const from = program.events.length;
      await ask("thread/compact/start", thread);
      await turnEnd(from);
    },
    async rewind({ id }) {
      await ask("thread/revert", { ...thread, beforeTurnId: id });
    },
    end,
  };
}

function beginOf({ project, resume, fork }: CodexOptions): [method: string, params: JsonRecord] {
  const { cwd } = project;
  if (fork !== undefined) return ["thread/fork", { threadId: fork, cwd }];
  if (resume !== undefined) return ["thread/resume", { threadId: resume, cwd }];
  return ["thread/start", { cwd }];
}

function paramsOf(event: JsonRecord): JsonRecord {
  return toRecord(event["params"]);
}

function toHookRun(run: JsonRecord): HookRun {
  return {
    name: toText(run["eventName"]),
    status: toText(run["status"]),
    entries: toRecords(run["entries"]).map(({ kind, text }) => ({
      kind: toText(kind),
      text: toText(text),
    })),
  };
}
