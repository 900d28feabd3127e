import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { NO_CALL, NO_RESULT } from "../../src/policy/call.ts";
import type { Toast } from "../../src/policy/verdict.ts";
import { type Runtime, type RuntimeOptions, openRuntime } from "../../src/runtime/open-runtime.ts";
import { readSettings } from "../../src/runtime/settings.ts";
import { toShellCall } from "../../src/runtime/shell-call.ts";
import type { HostWords, SessionEvent, ToolCall, ToolResult, Worker } from "../../src/types.ts";

/** What this host's agents call their tools: like no other host. */
const WORDS: HostWords = {
  read: "SHOW {address}",
  readFrom: "SHOW {address}@{line}",
  delegate: "ASK {agent}",
  delegateWork: "ASK {agent}: {prompt}",
  writeTools: { en: "PUT", zh: "PUT" },
  editTool: "PUT",
  ownInstructions: ["HOST.md"],
  refresh: "REBUILD",
  plan: "REBUILD?",
  apply: "REBUILD! {plan}",
};

/** A host in one file: its payloads in, what the runtime says out. Its tools are SHOW, PUT, RUN and ASK. */
export function startFakeHost(
  root: string,
  options: object = {},
  worktree = root,
  more: Partial<RuntimeOptions> = {},
) {
  const warnings: string[] = [];
  const toasts: Toast[] = [];
  const runtime: Runtime = openRuntime({
    directory: root,
    worktree,
    settings: readSettings({}, options).settings,
    locale: "en",
    words: WORDS,
    log: { warn: (text) => warnings.push(text), error: () => {} },
    lookUp: async (id) => ({ parent: id.split(".")[1], isUnattended: false }),
    showToast: (toast) => toasts.push(toast),
    ...more,
  });
  const { bank, sessions } = runtime;
  let count = 0;

  function toCall(verb: string, subject: string, text: string): ToolCall {
    const { paths } = bank;
    switch (verb) {
      case "SHOW":
        return { ...NO_CALL, reads: [{ target: paths.toTarget(subject) }] };
      case "PUT": {
        const planText = () => ({ after: text, brings: text });
        const target = paths.toTarget(subject);
        return { ...NO_CALL, writes: [{ target, effect: "replace", by: "", planText }] };
      }
      case "ASK":
        return { ...NO_CALL, delegatesTo: subject.split("@")[0] };
      default:
        return toShellCall(subject, { folder: root, paths });
    }
  }

  return {
    runtime,
    /** What it has logged. */
    warnings,
    /** What its user was shown. */
    toasts,

    /** The user speaks: a turn begins. */
    hear: async (id: string, text: string): Promise<void> => {
      await runtime.identify(id);
      const events: SessionEvent[] = sessions.isRoot(id)
        ? [{ kind: "turn-started" }, { kind: "user-spoke", text }]
        : [];
      await runtime.hear(id, { events, text });
    },

    /** The model is asked: what it gets to read beside the conversation. */
    request: (id: string) => {
      const { always, news, due } = runtime.renderRequest(id);
      return [...always, ...news, ...due].join("\n");
    },

    /** The agent says something to the user. */
    say: (id: string, text: string) => runtime.say(id, text),

    /** Its tool for plans: makes one, or applies the one that is named. */
    rebuild: async (session: string, plan?: string): Promise<string> => {
      if (plan === undefined) {
        const { text, id } = await runtime.plan();
        if (id !== undefined) runtime.record(session, { kind: "plan-made", plan: id });
        return text;
      }
      const asked = { session, tool: "REBUILD", id: plan, mayEdit: true };
      const { text, docs } = await runtime.apply(asked);
      runtime.record(session, { kind: "plan-applied", docs });
      return text;
    },

    compact: (id: string) => runtime.record(id, { kind: "compacted", summary: `s${count++}` }),

    /** One call, `act` is what it really does; false where it fails. Returns what the model sees of it. */
    call: async (
      id: string,
      line: string,
      text = "",
      act: (callID: string) => unknown = () => {
        if (!line.startsWith("PUT ")) return;
        const file = join(root, line.slice(4));
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, text);
      },
    ): Promise<string> => {
      const [verb = "", ...rest] = line.split(" ");
      const subject = rest.join(" ");
      const callID = `c${count++}`;
      const refusal = await runtime.before(id, {
        id: callID,
        tool: verb,
        args: { subject, text },
        call: toCall(verb, subject, text),
        isNeverRefused: () => verb === "SHOW" || verb === "ASK",
      });
      if (refusal !== undefined) return refusal;
      if ((await act(callID)) === false) return (await runtime.fail(id, callID)) ?? "";
      const session = subject.split("@")[1];
      const worker: Worker = { session, isRunning: false, read: [], wrote: [] };
      const said: string[] = [];
      const result: ToolResult = {
        ...NO_RESULT,
        text,
        shown: verb === "SHOW" ? "whole" : undefined,
        worker: verb === "ASK" ? worker : undefined,
      };
      await runtime.after(id, callID, () => result, {
        say: (notice) => said.push(notice) > 0,
      });
      return said.join("\n");
    },
  };
}
