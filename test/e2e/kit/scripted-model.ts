import type { IncomingHttpHeaders } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { CHAT } from "../../../src/hosts/opencode/doctor/trial.ts";
import { type Provider, serveModel } from "../../../src/hosts/shared/model-server.ts";
import { parseModelRequest, type ModelRequest } from "./model-request.ts";
import { say, toAnswer, type Answer, type Step } from "./step.ts";

export interface ScriptedModel {
  /** The `baseURL` of the provider. */
  url: string;
  requests: ModelRequest[];
  /** Main requests that no script answered: a test asserts that this is empty. */
  unscripted: ModelRequest[];
  /** Scripts the turn whose user message contains `userText`; each main request of the turn takes the next step. */
  play(userText: string, steps: Step[]): void;
  /** Replaces the canned answers of the next compaction requests, one step each. */
  playCompaction(steps: Step[]): void;
  /** The main requests of that turn, those after a compaction in its middle included. */
  main(userText: string): ModelRequest[];
  /** Steps that no request has taken yet, as `userText: count`. */
  leftovers(): string[];
  /** Forgets scripts and requests, so that tests can share one model. */
  reset(): void;
  stop(): Promise<void>;
}

interface Script {
  userText: string;
  steps: Step[];
}

/** How a host speaks with its model. */
export interface Dialect {
  provider: Provider;
  parse(body: unknown, headers: IncomingHttpHeaders): ModelRequest;
  /** Whether with these words, or with none, which no script knows, the host goes on with the session's turn. */
  goesOn(text: string): boolean;
  /** How long the model thinks at least. */
  delayMs: number;
}

const OPENCODE: Dialect = {
  provider: CHAT,
  parse: parseModelRequest,
  // Its own user message after an automatic compaction.
  goesOn: (text) =>
    text.includes("Continue if you have next steps, or stop and ask for clarification"),
  delayMs: 0,
};

export async function startScriptedModel(dialect = OPENCODE): Promise<ScriptedModel> {
  let scripts: Script[] = [];
  let compactions: Step[] = [];
  const current = new Map<string, Script>();
  const requests: ModelRequest[] = [];
  const unscripted: ModelRequest[] = [];
  const stopped = new AbortController();

  const matchScript = (text: string): Script | undefined =>
    scripts
      .filter((script) => script.steps.length > 0 && text.includes(script.userText))
      .reduce<Script | undefined>(
        (best, script) => (best && best.userText.length >= script.userText.length ? best : script),
        undefined,
      );

  const ongoing = (request: ModelRequest): Script | undefined => {
    const script = current.get(keyOf(request));
    return script && script.steps.length > 0 ? script : undefined;
  };

  const findScript = (request: ModelRequest): Script | undefined =>
    findFirst(
      request.turnUserTexts,
      (text) => matchScript(text) ?? (dialect.goesOn(text) ? ongoing(request) : undefined),
    ) ?? (dialect.goesOn("") ? ongoing(request) : undefined);

  const nextStep = (request: ModelRequest): Step => {
    if (request.kind === "title") return say("A scripted title");
    if (request.kind === "compaction") {
      // The turn may not have reached the model yet, and after this its words are gone from the context.
      const script = findFirst(userTextsOfConversation(request), matchScript);
      if (script) current.set(keyOf(request), script);
      return compactions.shift() ?? say("A scripted summary of the conversation.");
    }
    if (request.kind === "other") return say("(no tools offered)");
    const script = findScript(request);
    const step = script?.steps.shift();
    if (!script || !step) {
      unscripted.push(request);
      return say("(no script)");
    }
    request.script = script.userText;
    current.set(keyOf(request), script);
    return step;
  };

  const server = await serveModel(dialect.provider, async (body, headers) => {
    const request = dialect.parse(body, headers);
    requests.push(request);
    const reply = answerOrFailure(nextStep(request), request);
    const delay = Math.max(dialect.delayMs, reply.delayMs ?? 0);
    if (delay > 0) await sleep(delay, undefined, { signal: stopped.signal });
    while (reply.once?.() === false) await sleep(20, undefined, { signal: stopped.signal });
    return reply;
  });

  return {
    url: server.url,
    requests,
    unscripted,
    play: (userText, steps) => void scripts.push({ userText, steps: [...steps] }),
    playCompaction: (steps) => void compactions.push(...steps),
    main: (userText) =>
      requests.filter(
        (request) =>
          request.kind === "main" && (request.script === userText || isTurnOf(request, userText)),
      ),
    leftovers: () =>
      scripts
        .filter((script) => script.steps.length > 0)
        .map((script) => `${script.userText}: ${script.steps.length}`),
    reset: () => {
      scripts = [];
      compactions = [];
      current.clear();
      requests.length = 0;
      unscripted.length = 0;
    },
    stop: () => {
      stopped.abort();
      return server.stop();
    },
  };
}

/** The summariser gets the conversation as one text; the latest user first. */
function userTextsOfConversation(request: ModelRequest): string[] {
  return request.lastUserText.split("[User]: ").slice(1).toReversed();
}

function findFirst<T, R>(items: T[], find: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A subagent may share its session with the agent that started it. */
function keyOf({ sessionID, agentID = "" }: ModelRequest): string {
  return `${sessionID} ${agentID}`;
}

function isTurnOf(request: ModelRequest, userText: string): boolean {
  return request.turnUserTexts.some((text) => text.includes(userText));
}

/** A step function that throws (a failed assertion in it, say) must not look like a network error that the host retries. */
function answerOrFailure(step: Step, request: ModelRequest): Answer {
  try {
    return toAnswer(step, request);
  } catch (error) {
    return { failure: { status: 403, message: `A scripted step threw: ${String(error)}` } };
  }
}
