import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import type { RefreshNotes } from "../../src/hosts/shared/refresh-tool.ts";
import { type Call, seenOf } from "./codex-calls.ts";
import { DOC_TEXT, type HookServer, essence } from "./hooked-project.ts";
import { type RolloutFile, createRolloutFile, rolloutPath } from "./written-rollout.ts";
import type { Fields } from "./written-transcript.ts";

export type Step =
  | { readonly kind: "say"; readonly text: string }
  | { readonly kind: "answer"; readonly texts: readonly string[]; readonly hasHook: boolean }
  | { readonly kind: "calls"; readonly calls: readonly Call[]; readonly isReversed: boolean }
  | {
      readonly kind: "script";
      readonly calls: readonly Call[];
      /** What the model sees of what its commands print. */
      readonly shown: "whole" | "json" | "part" | "later" | "never";
      /** It runs on after the model has seen something of it. */
      readonly isAwaited: boolean;
    }
  | {
      readonly kind: "spawn";
      readonly generation: 1 | 2;
      readonly role: string | undefined;
      readonly doc: string;
      readonly isFast: boolean;
    }
  | { readonly kind: "return"; readonly isWell: boolean }
  | { readonly kind: "compact"; readonly isTyped: boolean }
  | { readonly kind: "rewind"; readonly turns: number; readonly isNewProcess: boolean }
  | { readonly kind: "fork"; readonly turns: number }
  | { readonly kind: "restart" }
  | { readonly kind: "look" };

type Spawned = Extract<Step, { kind: "spawn" }>;

interface Thread {
  readonly id: string;
  readonly above: Thread | undefined;
  /** What a subagent is for. */
  readonly task: Spawned | undefined;
  /** Where it is written down now: the id that the file's name ends in, and the file. */
  name: string;
  file: RolloutFile;
  /** The process that answers its hooks. */
  server: HookServer;
  /** Where the user spoke. */
  turns: readonly { readonly name: string; readonly ordinal: number; readonly byte: number }[];
  isIdle: boolean;
  isBack: boolean;
  /** What a script has kept for a later one. */
  kept: string[];
  /** The user has compacted: its hook waits for the next prompt. */
  isStartDue: boolean;
}

const DAYS = ["2026-11-18", "2026-11-30", "2026-12-01", "2027-01-01"];

/** A Codex as its rollouts and hooks show it: each thread has a process of its own, and is written down at once. */
export function playCodex(
  root: string,
  createServer: (takeNotes: (callID: string) => RefreshNotes | undefined) => HookServer,
) {
  const sessions = mkdtempSync(join(root, "sessions-"));
  const notes = new Map<string, RefreshNotes>();
  const start = () => createServer((callID) => notes.get(callID));
  const threads: Thread[] = [];
  let count = 0;
  let files = 0;
  const newId = () => `0${String(count++).padStart(7, "0")}-aaaa`;

  function write(id: string, name: string, meta: Fields, first = 0): RolloutFile {
    const day = DAYS[Math.min(Math.floor(files / 2), DAYS.length - 1)];
    const path = rolloutPath(sessions, `${day}T00-${10 + files++}-00`, name);
    return createRolloutFile(path, { session_id: id, id, source: "cli", ...meta }, first);
  }

  function open(id: string, file: RolloutFile, more: Partial<Thread> = {}): Thread {
    const thread: Thread = {
      id,
      name: id,
      above: undefined,
      task: undefined,
      file,
      server: start(),
      turns: [],
      isIdle: true,
      isBack: false,
      kept: [],
      isStartDue: false,
      ...more,
    };
    threads.push(thread);
    return thread;
  }

  const first = newId();
  let main = open(first, write(first, first, {}));

  function hook(thread: Thread, event: string, fields: Fields = {}): Promise<readonly string[]> {
    const { above, file, id, server } = thread;
    // At the end of a subagent the host names its parent's file.
    const { path } = event === "SubagentStop" ? (above?.file ?? file) : file;
    const whose = above === undefined ? { session: id } : { session: above.id, agent: id };
    return server.call({ event, transcript: path, ...whose, ...fields });
  }

  async function hear(thread: Thread, event: string, fields: Fields = {}): Promise<void> {
    thread.file.context(await hook(thread, event, fields));
  }

  async function say(thread: Thread, text: string): Promise<void> {
    if (thread.isStartDue) await hear(thread, "SessionStart", { source: "compact" });
    thread.isStartDue = false;
    const texts = await hook(thread, "UserPromptSubmit", { prompt: text });
    thread.turns = [...thread.turns, { name: thread.name, ...thread.file.end }];
    thread.file.typed(text);
    thread.file.context(texts);
  }

  /** The calls of one step: all begin, then they end in this order or the other one. */
  function run(thread: Thread, calls: readonly Call[], prefix: string, isReversed = false) {
    const made = calls.map((call) => ({
      call,
      id: `${prefix}${count++}`,
      seen: seenOf(call, root),
    }));
    return {
      made,
      begin: async () => {
        for (const { id, seen } of made)
          await hook(thread, "PreToolUse", { callID: id, ...seen.hook });
      },
      end: async () => {
        for (const { call, id, seen } of isReversed ? made.toReversed() : made) {
          if (["refused", "stopped", "running"].includes(call.outcome)) continue;
          const item = seen.item(id);
          if (item !== undefined) thread.file.item(item);
          if (seen.notes !== undefined) notes.set(id, seen.notes);
          const { response } = seen;
          if (response === undefined) continue;
          await hear(thread, "PostToolUse", { callID: id, ...seen.hook, response });
        }
      },
    };
  }

  async function call(thread: Thread, calls: readonly Call[], isReversed: boolean): Promise<void> {
    const { made, begin, end } = run(thread, calls, "call_", isReversed);
    for (const { id, seen } of made) seen.announce(thread.file, id);
    await begin();
    await end();
    for (const { call: each, id, seen } of made) {
      const output = outputOf(each, seen.output);
      if (each.tool === "patch") thread.file.customOutput(id, output);
      else thread.file.output(id, output);
    }
    if (calls.some(({ outcome }) => outcome === "stopped")) thread.file.aborted();
  }

  async function script(thread: Thread, step: Extract<Step, { kind: "script" }>): Promise<void> {
    const { file } = thread;
    // Nobody is asked from a script.
    const calls = step.calls.filter(({ tool }) => tool !== "ask");
    const id = `call_${count++}`;
    file.custom(id, "exec", "text(await tools.…)");
    const { made, begin, end } = run(thread, calls, "exec-");
    await begin();
    const waiting = `call_${count++}`;
    if (step.isAwaited) {
      file.printed(id, "Script running with cell ID 7");
      file.called(waiting, "wait", { cell_id: "7" });
    }
    await end();
    const got = made.flatMap(({ call: { outcome }, seen: { response } }) =>
      typeof response === "string" && outcome !== "refused" ? [response] : [],
    );
    if (step.shown === "later") thread.kept.push(...got);
    const texts = got.flatMap((text) => printedOf(text, step.shown));
    const kept = step.shown === "later" ? [] : thread.kept.splice(0);
    if (calls.some(({ outcome }) => outcome === "stopped")) {
      file.customOutput(id, "Wall time: 0.3 seconds\naborted by user");
      file.aborted();
    } else file.printed(step.isAwaited ? waiting : id, ...texts, ...kept);
  }

  async function spawn(thread: Thread, task: Spawned): Promise<void> {
    const { generation, role } = task;
    const id = newId();
    const callID = `call_${count++}`;
    const [namespace, tool] =
      generation === 1
        ? ["multi_agent_v1", "spawn_agent"]
        : ["collaboration", "collaborationspawn_agent"];
    const args = { message: "look", ...(role !== undefined && { agent_type: role }) };
    thread.file.called(callID, "spawn_agent", args, namespace);
    await hook(thread, "PreToolUse", { callID, tool, args });
    const agent_role = role === undefined ? {} : { agent_role: role };
    const meta = { session_id: thread.id, parent_thread_id: thread.id, source: {}, ...agent_role };
    const child = open(id, write(id, id, meta), { above: thread, task });
    const path = pathOf(child);
    thread.file.item(
      generation === 1
        ? { type: "CollabAgentToolCall", id: callID, receiver_thread_ids: [id] }
        : { type: "SubAgentActivity", id: callID, agent_thread_id: id, agent_path: path },
    );
    const response = JSON.stringify(generation === 1 ? { agent_id: id } : { task_name: path });
    if (task.isFast) await work(child, task);
    await hear(thread, "PostToolUse", { callID, tool, args, response });
    thread.file.output(callID, response);
  }

  async function work(child: Thread, { generation, role, doc }: Spawned): Promise<void> {
    child.isIdle = false;
    await hear(child, "SubagentStart");
    if (generation === 1) await say(child, "look");
    else child.file.reported("/root", "NEW_TASK", "");
    const made = (tool: Call["tool"]): Call => ({ tool, doc, isOther: false, outcome: "done" });
    const calls = [made("cat"), ...(role === "memory-reader" ? [] : [made("patch")])];
    if (generation === 1) await call(child, calls, false);
    else await script(child, { kind: "script", calls, shown: "whole", isAwaited: false });
    child.file.said("Found it.");
    await hook(child, "SubagentStop");
  }

  /** The first subagent that is still out comes back; if there is none, the last one is asked for more. */
  async function bringBack(thread: Thread, isWell: boolean): Promise<void> {
    const children = threads.filter(({ above }) => above === thread);
    const child = children.find(({ isBack }) => !isBack) ?? children.at(-1);
    if (child?.task === undefined) return;
    if (child.isBack || child.isIdle) await work(child, child.task);
    child.isBack = true;
    if (child.task.generation === 1) {
      thread.file.notified(child.id, isWell ? { completed: "Found it." } : { errored: "no" });
      return;
    }
    const agent_path = pathOf(child);
    const item = { type: "SubAgentActivity", agent_thread_id: child.id, agent_path };
    thread.file.item({ ...item, id: `subagent-completed-${child.id}`, kind: "completed" });
    thread.file.reported(agent_path, isWell ? "FINAL_ANSWER" : "MESSAGE", "Found it.");
  }

  /** A file that begins in another one, where the user spoke so many turns ago, or at its end. */
  function branch(thread: Thread, turns: number, id: string, name: string): Partial<Thread> {
    const index = Math.max(0, thread.turns.length - turns);
    const from = thread.turns[index] ?? { name: thread.name, ...thread.file.end };
    const { ordinal, byte } = from;
    const history_base = {
      thread_id: from.name,
      end_ordinal_exclusive: ordinal,
      end_byte_offset: byte,
    };
    const file = write(id, id === name ? name : `${id}_${name}`, { history_base }, ordinal);
    return { name, file, turns: thread.turns.slice(0, index), isStartDue: false };
  }

  async function play(step: Step): Promise<void> {
    switch (step.kind) {
      case "say":
        return say(main, step.text);
      case "answer":
        for (const text of step.texts) main.file.said(text);
        if (step.hasHook) await hook(main, "Stop", { said: step.texts.at(-1) });
        return;
      case "calls":
        return call(main, step.calls, step.isReversed);
      case "script":
        return script(main, step);
      case "spawn":
        return spawn(main, step);
      case "return":
        return bringBack(main, step.isWell);
      case "compact":
        main.file.compacted(`Summary ${count++}`);
        main.isStartDue = step.isTyped;
        if (!step.isTyped) await hear(main, "SessionStart", { source: "compact" });
        return;
      case "rewind":
        Object.assign(main, branch(main, step.turns, main.id, newId()));
        if (step.isNewProcess) main.server = start();
        return;
      case "fork": {
        const id = newId();
        const { file = main.file, ...more } = branch(main, step.turns, id, id);
        main = open(id, file, more);
        return;
      }
      case "restart":
        for (const thread of threads) thread.server = start();
        return;
      case "look":
        return;
    }
  }

  async function stateOf({ id, above }: Thread, server: HookServer) {
    return essence(server.runtime.sessions.stateOf(id), above !== undefined);
  }

  return {
    play,
    /** Of each thread, what its process knows, and what another one makes of the files. */
    async states() {
      const pairs = await Promise.all(
        threads.map(async (thread) => {
          await hook(thread, "Stop");
          const fresh = start();
          await hook({ ...thread, server: fresh }, "Stop");
          return [await stateOf(thread, thread.server), await stateOf(thread, fresh)] as const;
        }),
      );
      return { live: pairs.map(([live]) => live), rebuilt: pairs.map(([, rebuilt]) => rebuilt) };
    },
  };
}

function pathOf({ id }: Thread): string {
  return `/root/task_${id}`;
}

function outputOf({ outcome }: Call, output: unknown): unknown {
  switch (outcome) {
    case "refused":
      return "Command blocked by PreToolUse hook: no. Command: it";
    case "stopped":
      return "Wall time: 0.3 seconds\naborted by user";
    case "running":
      return "Chunk ID: 1\nWall time: 0.3 seconds\nProcess running with session ID 9\nOutput:\n- a\n";
    default:
      return output;
  }
}

function printedOf(text: string, shown: Extract<Step, { kind: "script" }>["shown"]): string[] {
  switch (shown) {
    case "whole":
      return [text];
    case "json":
      return [JSON.stringify({ exit_code: 0, output: text })];
    case "part":
      return [text.slice(0, DOC_TEXT.length / 2)];
    case "later":
    case "never":
      return [];
  }
}
