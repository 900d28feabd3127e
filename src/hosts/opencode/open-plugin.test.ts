import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readSettings } from "../../runtime/settings.ts";
import type { ReadScope, Session } from "../../types.ts";
import { toMessages, toUserMessage } from "./messages.ts";
import { openPlugin } from "./open-plugin.ts";
import { TOOLS } from "./tools.ts";
import { fromNotes } from "../shared/refresh-tool.ts";
import { appendText, noteWorker, toToolResult } from "./tools.ts";
import { WORDS } from "./words.ts";

const DOCS = [
  "MEMORY.md",
  "details/patterns.md",
  "details/progress.md",
  "details/requirements/REQ-001-a.md",
  "details/design/a.md",
  "details/design/b.md",
];
const OFFER =
  "Fixed.\n\n---\n💾 Save this to the Memory Bank?\n   → memory-bank/details/patterns.md\n   → Content: tabs\n---";
const PLAN = "0123456789ab";
const ASKED = "Apply this plan to the memory bank?";
const SAID = [
  "apply the plan",
  "hello",
  "好",
  "no",
  "写吧，顺便问一下",
  "from now on we use tabs",
  "mb:write",
];
/** It reads nothing here: what a worker in the background has read is known to its own process only. */
const BACKGROUND = "background";
const PARENTS: Readonly<Record<string, string | undefined>> = { child: "one", [BACKGROUND]: "one" };

let root = "";
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "memory-bank-")));
  for (const doc of DOCS) {
    const path = join(root, "memory-bank", doc);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, "- a\n- b\n- c\n");
  }
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

interface Message {
  readonly info: object;
  readonly parts: object[];
}

/** A host with its sessions' messages, as far as it tells plugins about them. */
function createHost() {
  const all = new Map<string, Message[]>();
  const context = new Map<string, Message[]>();
  let count = 0;
  const add = (session: string, info: object, parts: object[]) => {
    const message = { info: { id: `m${count++}`, sessionID: session, ...info }, parts };
    all.set(session, [...(all.get(session) ?? []), message]);
    context.set(session, [...(context.get(session) ?? []), message]);
    return message;
  };
  return {
    add,
    nextID: () => `c${count++}`,
    context: (session: string) => context.get(session) ?? [],
    compact(session: string, hasFailed: boolean) {
      const asked = add(session, { role: "user" }, [{ type: "compaction" }]);
      const error = hasFailed ? { error: { name: "Failed" } } : {};
      const summary = add(session, { role: "assistant", summary: true, ...error }, []);
      if (!hasFailed) context.set(session, [asked, summary]);
    },
    /** Takes the oldest result that is still there out of the conversation. */
    clear(session: string) {
      const oldest = (context.get(session) ?? [])
        .flatMap(({ parts }) => parts.map((part) => Reflect.get(part, "state")))
        .find((state) => state?.status === "completed" && state.time.compacted === undefined);
      if (oldest !== undefined) oldest.time.compacted = 1;
    },
    all: (session: string) => all.get(session) ?? [],
  };
}

type Host = ReturnType<typeof createHost>;

/** One process of the plugin beside that host. */
async function createProcess(host: Host, readScope: ReadScope) {
  const log = { warn: () => {}, error: () => {} };
  const { settings } = readSettings({}, { readScope, guardMode: "off", approval: "off" });
  const plugin = await openPlugin(
    {
      directory: root,
      worktree: root,
      settings: { ...settings, log: "off" },
      locale: "en",
      log,
    },
    {
      words: WORDS,
      tools: TOOLS,
      lookUp: async (id) => ({ parent: PARENTS[id], isUnattended: false }),
      fetchAll: async (id) => toMessages(host.all(id)),
    },
  );
  const compacting = new Set<string>();
  const reconcile = (id: string) =>
    plugin.follow(id, toMessages(host.context(id)), compacting.has(id));
  return { ...plugin, sessions: plugin.runtime.sessions, reconcile, compacting };
}

type Process = Awaited<ReturnType<typeof createProcess>>;

type Step =
  | { readonly kind: "say"; readonly session: string; readonly text: string }
  | { readonly kind: "answer"; readonly session: string; readonly text: string }
  | { readonly kind: "noise"; readonly session: string }
  | { readonly kind: "clear"; readonly session: string }
  | { readonly kind: "return"; readonly session: string }
  | { readonly kind: "compact"; readonly session: string; readonly hasFailed: boolean }
  | { readonly kind: "calls"; readonly session: string; readonly calls: readonly Call[] };

interface Call {
  readonly tool:
    | "read"
    | "write"
    | "bash"
    | "task"
    | "background"
    | "question"
    | "edit"
    | "refresh";
  readonly doc: string;
  readonly from: number;
  readonly hasFailed: boolean;
}

function argsOf({ tool, doc, from }: Call): object {
  const filePath = `memory-bank/${doc}`;
  if (tool === "read") return { filePath, offset: from };
  if (tool === "write") return { filePath, content: "x" };
  if (tool === "edit") return { filePath: "package.json", oldString: "a", newString: "b" };
  if (tool === "question") return { questions: [{ question: from === 1 ? OFFER : ASKED }] };
  if (tool === "refresh") return { action: from === 1 ? "plan" : "apply", plan: PLAN };
  if (tool === "bash") return { command: `cat ${filePath}` };
  return { subagent_type: from === 1 ? "memory-reader" : "general", prompt: "look" };
}

function toolOf({ tool }: Call): string {
  if (tool === "refresh") return "memory_bank_refresh";
  return tool === "background" ? "task" : tool;
}

function stateOf(call: Call): object {
  const input = argsOf(call);
  if (call.hasFailed) return { status: "error", input, error: "no" };
  const output = `<content>\n${call.from}: - a\n\n(End of file - total 3 lines)\n</content>`;
  const metadata = {
    exit: 0,
    sessionId: call.tool === "background" ? BACKGROUND : "child",
    background: call.tool === "background",
    answers: [[call.doc.endsWith("a.md") ? "no" : "yes"]],
    ...fromNotes(call.from === 1 ? { planned: PLAN } : { applied: [call.doc] }),
  };
  return { status: "completed", input, output, metadata, time: { end: 1 } };
}

async function play(step: Step, host: Host, live: Process): Promise<void> {
  const { session } = step;
  const { runtime, reconcile, compacting } = live;
  if (step.kind === "say" || step.kind === "noise" || step.kind === "return") {
    const text =
      step.kind === "return"
        ? `<task id="${BACKGROUND}" state="completed">\n…`
        : step.kind === "say"
          ? step.text
          : "hello";
    const parts = [{ type: "text", text, synthetic: step.kind !== "say" }];
    const message = { agent: text.length % 2 === 0 ? "build" : "plan" };
    await live.hear(session, toUserMessage(parts, message.agent, 0));
    host.add(session, { role: "user", ...message }, parts);
    return;
  }
  if (step.kind === "clear") return host.clear(session);
  if (step.kind === "compact") {
    compacting.add(session);
    await reconcile(session);
    say(OFFER);
    host.compact(session, step.hasFailed);
    if (!step.hasFailed) await reconcile(session);
    return;
  }
  await reconcile(session);
  compacting.delete(session);
  runtime.renderRequest(session);
  if (step.kind === "answer") {
    say(step.text);
    host.add(session, { role: "assistant" }, [{ type: "text", text: step.text }]);
    return;
  }
  const calls = step.calls.map((call) => ({ call, id: host.nextID(), state: stateOf(call) }));
  for (const { call, id } of calls) {
    const [tool, args] = [toolOf(call), argsOf(call)];
    await TOOLS.judge(runtime, session, { id, tool, args }, live.around);
  }
  for (const { call, id, state } of calls) {
    if (call.hasFailed) continue;
    const result = () => toToolResult(toolOf(call), argsOf(call), state);
    await runtime.after(session, id, result, {
      say: (text) => appendText(state, text),
      note: (worker) => noteWorker(state, worker),
    });
  }
  const parts = calls.map(({ call, id, state }) => ({
    id: `part-${id}`,
    type: "tool",
    tool: toolOf(call),
    callID: id,
    state,
  }));
  host.add(session, { role: "assistant" }, parts);

  function say(text: string): void {
    if (!compacting.has(session)) runtime.say(session, text);
  }
}

function withoutTimes({ reads }: Pick<Session, "reads">) {
  return [...reads].map(([doc, { ranges, total }]) => ({
    doc,
    total,
    ranges: ranges.map(({ from, to }) => `${from}-${to}`),
  }));
}

/** What matters of a state; a subagent's reads of the turn end with its process. */
function essence(session: Session, isChild: boolean) {
  const { anchors, recovery, summary, turn, reads } = session;
  const { awaited, agent, wrote, proposals, said } = session;
  const lasting = {
    anchors,
    recovery: recovery && withoutTimes(recovery),
    summary,
    awaited,
    agent,
    wrote,
    proposals,
    said,
  };
  if (isChild && session.readScope === "turn") return lasting;
  return { ...lasting, turn, reads: withoutTimes({ reads }) };
}

const scope = fc.constantFrom<ReadScope>("turn", "context");
const session = fc.constantFrom("one", "two", "child");
const call: fc.Arbitrary<Call> = fc.record({
  tool: fc.constantFrom(
    "read",
    "bash",
    "write",
    "edit",
    "task",
    "background",
    "question",
    "refresh",
  ),
  doc: fc.constantFrom(...DOCS),
  from: fc.constantFrom(1, 1, 2),
  hasFailed: fc.boolean(),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant("say" as const), session, text: fc.constantFrom(...SAID) }),
  fc.record({
    kind: fc.constant("answer" as const),
    session,
    text: fc.constantFrom(OFFER, "Done.", "💾", "Here is the plan.", "Shall I deploy?"),
  }),
  fc.record({ kind: fc.constant("noise" as const), session }),
  fc.record({ kind: fc.constant("clear" as const), session }),
  fc.record({ kind: fc.constant("return" as const), session }),
  fc.record({ kind: fc.constant("compact" as const), session, hasFailed: fc.boolean() }),
  fc.record({
    kind: fc.constant("calls" as const),
    session,
    calls: fc.array(call, { minLength: 1, maxLength: 3 }),
  }),
);

describe("a session's state", () => {
  it("is the same, kept live or rebuilt from history, at every point", async () => {
    await fc.assert(
      fc.asyncProperty(
        scope,
        fc.array(step, { minLength: 1, maxLength: 14 }),
        async (readScope, steps) => {
          const host = createHost();
          const live = await createProcess(host, readScope);
          for (const id of ["one", "two", "child"]) {
            const start: Step = { kind: "say", session: id, text: "hello" };
            await play(start, host, live);
          }
          for (const next of steps) {
            await play(next, host, live);
            const restarted = await createProcess(host, readScope);
            for (const id of ["one", "two", "child"]) {
              await live.reconcile(id);
              await restarted.reconcile(id);
              // Its own request shows a part of the history, and only the next one tells whether it failed.
              if (live.compacting.has(id)) continue;
              const isChild = PARENTS[id] !== undefined;
              expect(essence(restarted.sessions.stateOf(id), isChild), id).toEqual(
                essence(live.sessions.stateOf(id), isChild),
              );
            }
          }
        },
      ),
      { numRuns: 150 },
    );
  });
});
