import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ReadScope } from "../../types.ts";
import {
  DOCS,
  DOC_TEXT,
  type HookServer,
  OFFER,
  PLAN,
  SAID,
  SPOKEN,
  createHookServer,
  essence,
  useHookedProject,
} from "../../../test/helpers/hooked-project.ts";
import { type Fields, createTranscriptFile } from "../../../test/helpers/written-transcript.ts";
import { createDialect } from "./dialect.ts";
import { REFRESH_TOOL } from "./words.ts";

const project = useHookedProject();
const SESSION = "00000000-aaaa";

type Step =
  | { readonly kind: "say"; readonly text: string; readonly isQueued: boolean }
  | { readonly kind: "answer"; readonly texts: readonly string[]; readonly hasHook: boolean }
  | { readonly kind: "calls"; readonly text: string | undefined; readonly calls: readonly Call[] }
  | { readonly kind: "compact"; readonly kept: number; readonly hasParent: boolean }
  | { readonly kind: "attach"; readonly doc: string }
  | { readonly kind: "return" }
  | { readonly kind: "rewind"; readonly turns: number };

interface Call {
  readonly tool: "Read" | "Write" | "Edit" | "Bash" | "Agent" | "AskUserQuestion" | "refresh";
  readonly doc: string;
  readonly from: number;
  readonly outcome: "done" | "failed" | "refused" | "stopped";
}

const createServer = (readScope: ReadScope) =>
  createHookServer({
    root: project.root,
    readScope,
    dialect: createDialect(false),
  });

function argsOf({ tool, doc, from }: Call): Fields {
  const file_path = join(project.root, "memory-bank", doc);
  if (tool === "Read") return { file_path, offset: from };
  if (tool === "Write") return { file_path, content: "x" };
  if (tool === "Edit")
    return { file_path: join(project.root, "package.json"), old_string: "a", new_string: "b" };
  if (tool === "Bash") return { command: `cat memory-bank/${doc}; echo > src/a.ts` };
  if (tool === "AskUserQuestion") return { questions: [{ question: OFFER, options: [] }] };
  if (tool === "refresh") return { action: from === 1 ? "plan" : "apply", plan: PLAN };
  return {
    subagent_type: from === 1 ? "memory-bank:memory-reader" : "general-purpose",
    prompt: "look",
    run_in_background: doc.endsWith("a.md"),
  };
}

/** A Claude Code whose transcript is written when it likes. */
function createHost(lags: readonly number[]) {
  const folder = mkdtempSync(join(project.root, "home-"));
  const main = createTranscriptFile(join(folder, `${SESSION}.jsonl`));
  const workers = new Map<string, ReturnType<typeof createTranscriptFile>>();
  const turns: (string | null)[] = [];
  let count = 0;
  let messages = 0;
  let server: HookServer;

  async function hook(event: string, fields: Fields = {}): Promise<readonly string[]> {
    const lag = lags[count++ % lags.length] ?? 0;
    main.flush(lag);
    for (const file of workers.values()) file.flush(lag);
    return server.call({ event, session: SESSION, transcript: main.path, ...fields });
  }

  function bring(content: readonly string[]): void {
    if (content.length > 0) main.attach({ type: "hook_additional_context", content });
  }

  async function say(text: string): Promise<void> {
    const texts = await hook("UserPromptSubmit", { prompt: text });
    turns.push(main.last);
    main.prompt(text);
    bring(texts);
  }

  async function work(worker: string, agentType: string, doc: string): Promise<void> {
    const file = createTranscriptFile(
      join(folder, SESSION, "subagents", `agent-${worker}.jsonl`),
      true,
    );
    workers.set(worker, file);
    const as = { agent: worker, agentType };
    await hook("SubagentStart", as);
    file.user("look");
    const [callID, file_path] = [`${worker}-read`, join(project.root, "memory-bank", doc)];
    const made = { ...as, tool: "Read", callID, args: { file_path } };
    const from = file.called(`${worker}-message`, callID, "Read", { file_path });
    await hook("PreToolUse", made);
    await hook("PostToolUse", { ...made, response: shownOf(1) });
    file.result(callID, from, "1\t- a\n2\t- b\n3\t- c\n4\t");
    file.said(`${worker}-last`, "Done.");
    await hook("SubagentStop", { ...as, said: "Done." });
  }

  async function call(made: Call, callID: string, from: string, cwd: Fields): Promise<void> {
    const tool = made.tool === "refresh" ? REFRESH_TOOL : made.tool;
    const args = argsOf(made);
    const given = { tool, callID, args };
    await hook("PreToolUse", given);
    if (made.outcome === "refused") {
      main.result(
        callID,
        from,
        "PreToolUse hook error: no",
        { ...cwd, toolDenialKind: "hook" },
        true,
      );
    } else if (made.outcome === "failed") {
      const error = tool === "Bash" ? "Exit code 1\nno" : "no such file";
      bring(await hook("PostToolUseFailure", { ...given, error }));
      main.result(callID, from, error, { toolUseResult: `Error: ${error}` }, true);
    } else if (made.outcome === "stopped") {
      main.result(callID, from, "The user doesn't want to proceed", {}, true);
    } else {
      const worker = tool === "Agent" ? `a${count}` : undefined;
      if (worker !== undefined) await work(worker, String(args["subagent_type"]), made.doc);
      const response = responseOf(made, worker);
      const texts = await hook("PostToolUse", { ...given, response });
      const mcpMeta = made.tool === "refresh" ? { mcpMeta: { _meta: {} } } : {};
      main.result(callID, from, "text", { toolUseResult: response, ...mcpMeta });
      bring(texts);
    }
  }

  async function play(step: Step): Promise<void> {
    switch (step.kind) {
      case "say": {
        if (!step.isQueued) return say(step.text);
        const prompt = { type: "queued_command", prompt: step.text, humanTurn: true };
        await hook("UserPromptSubmit", { prompt: step.text });
        main.attach(prompt);
        return;
      }
      case "answer": {
        const id = `m${messages++}`;
        for (const text of step.texts) main.said(id, text);
        if (step.hasHook) await hook("Stop", { said: step.texts.join("\n") });
        return;
      }
      case "calls": {
        const message = `m${messages++}`;
        if (step.text !== undefined) main.said(message, step.text);
        const made = step.calls.map((each, index) => {
          const id = `${message}-${index}`;
          const tool = each.tool === "refresh" ? REFRESH_TOOL : each.tool;
          return { each, id, from: main.called(message, id, tool, argsOf(each)) };
        });
        for (const { each, id, from } of made) await call(each, id, from, { cwd: project.root });
        return;
      }
      case "compact": {
        const kept = main.last === null || step.kept === 0 ? [] : [main.last];
        const texts = await hook("SessionStart", { source: "compact" });
        main.boundary(kept, step.hasParent);
        bring(texts);
        return;
      }
      case "attach": {
        const file = { startLine: 1, numLines: 4, totalLines: 4 };
        const filename = join(project.root, "memory-bank", step.doc);
        main.attach({ type: "file", filename, content: { type: "text", file } });
        return;
      }
      case "return": {
        const worker = [...workers.keys()].at(-1);
        if (worker === undefined) return;
        const text = `<task-notification>\n<task-id>${worker}</task-id>\n<status>completed</status>\n<result>Done.</result>\n</task-notification>`;
        const texts = await hook("UserPromptSubmit", { prompt: text });
        main.user(text, { origin: { kind: "task-notification" }, promptSource: "system" });
        bring(texts);
        return;
      }
      case "rewind": {
        const index = Math.max(0, turns.length - step.turns);
        const before = turns[index];
        if (before === undefined) return;
        turns.length = index;
        main.windBack(before);
        await say("once more");
      }
    }
  }

  return {
    play,
    say,
    use: (next: typeof server) => (server = next),
    /** All is written, and the server has looked. */
    async settle(): Promise<void> {
      main.flush();
      for (const file of workers.values()) file.flush();
      await hook("Stop");
      for (const worker of workers.keys()) await hook("SubagentStop", { agent: worker });
    },
    states: () =>
      [SESSION, ...workers.keys()].map((id) =>
        essence(server.runtime.sessions.stateOf(id), id !== SESSION),
      ),
  };
}

function shownOf(startLine: number): object {
  return { type: "text", file: { startLine, numLines: 5 - startLine, totalLines: 4 } };
}

function responseOf({ tool, from, doc }: Call, worker: string | undefined): object {
  if (tool === "Read") return shownOf(from);
  if (tool === "AskUserQuestion") return { answers: { [OFFER]: from === 1 ? "yes" : "no" } };
  if (tool !== "Agent") return { stdout: "text" };
  return doc.endsWith("a.md")
    ? { isAsync: true, status: "async_launched", agentId: worker }
    : { status: "completed", agentId: worker, content: [{ type: "text", text: "Done." }] };
}

const doc = fc.constantFrom(...DOCS);
const call: fc.Arbitrary<Call> = fc.record({
  tool: fc.constantFrom(
    "Read",
    "Read",
    "Write",
    "Edit",
    "Bash",
    "Agent",
    "AskUserQuestion",
    "refresh",
  ),
  doc,
  from: fc.constantFrom(1, 1, 2),
  outcome: fc.constantFrom("done", "done", "done", "failed", "refused", "stopped"),
});
const spoken = fc.constantFrom(...SPOKEN);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant("say" as const),
    text: fc.constantFrom(...SAID),
    isQueued: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant("answer" as const),
    texts: fc.array(spoken, { minLength: 1, maxLength: 2 }),
    hasHook: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant("calls" as const),
    text: fc.option(spoken, { nil: undefined }),
    calls: fc.array(call, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    kind: fc.constant("compact" as const),
    kept: fc.constantFrom(0, 1),
    hasParent: fc.boolean(),
  }),
  fc.record({ kind: fc.constant("attach" as const), doc }),
  fc.record({ kind: fc.constant("return" as const) }),
  fc.record({ kind: fc.constant("rewind" as const), turns: fc.integer({ min: 1, max: 3 }) }),
);

describe("a session's state", () => {
  it("is the same, kept live beside a transcript that lags or rebuilt from it", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom<ReadScope>("turn", "context"),
        fc.array(fc.nat({ max: 6 }), { minLength: 1, maxLength: 12 }),
        fc.array(step, { minLength: 1, maxLength: 12 }),
        async (readScope, lags, steps) => {
          const host = createHost(lags);
          const live = createServer(readScope);
          host.use(live);
          await host.say("hello");
          for (const next of steps) await host.play(next);
          await host.settle();
          const kept = host.states();
          host.use(createServer(readScope));
          await host.settle();
          expect(kept).toEqual(host.states());
        },
      ),
      { numRuns: 150 },
    );
  });
});

it("the bank comes again after a compaction that is not written down yet", async () => {
  const server = createServer("turn");
  const transcript = join(project.root, "nothing-yet.jsonl");
  const hook = (event: string, fields: Fields) =>
    server.call({ event, session: SESSION, transcript, ...fields });
  const brought = await hook("UserPromptSubmit", { prompt: "hello" });
  expect(brought.join("")).toContain(DOC_TEXT);
  expect(await hook("UserPromptSubmit", { prompt: "go on" })).toEqual([]);
  expect(await hook("SessionStart", { source: "compact" })).toEqual(brought);
});
