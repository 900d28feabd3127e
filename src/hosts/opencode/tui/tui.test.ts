import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "vitest";
import { aRefusal } from "../../../../test/helpers/builders.ts";
import { tempProject } from "../../../../test/helpers/temp-project.ts";
import { stateFolderOf } from "../../../io/disk/state-folder.ts";
import { LOG_FILE } from "../../../io/log/decision-log.ts";
import { followBank } from "./follow-bank.ts";
import { ofContext } from "../v2/terminal.ts";
import { ofApi } from "./terminal.ts";
import plugin from "./tui.ts";

const ENTRY = "# Project Memory\n\n## Current Focus\n\n- Goal: tea\n";
let root = "";
beforeEach(() => {
  root = tempProject({
    "memory-bank/MEMORY.md": ENTRY,
    "memory-bank/details/patterns.md": "- a\n",
    "memory-bank/details/tech.md": "- b\n",
    "memory-bank/details/requirements/REQ-001-tea.md": "- c\n",
  });
  process.env["XDG_STATE_HOME"] = join(root, "state");
  process.env["MEMORY_BANK_LOG"] = "on";
});

const line = (event: object) =>
  `${JSON.stringify({ v: 2, at: Date.now() + 1000, session: "s", turn: 1, ...event })}\n`;

const BLOCK = [["agent-memory-bank", { guardMode: "block" }]];
const TURN = { kind: "turn" };
const READ = { kind: "read", doc: "details/patterns.md", whole: true };
const BELOW = { ...READ, session: "child", root: "s" };
const READER = { kind: "reader", verified: "1/2" };
const TASK = { ...READ, doc: "details/requirements/REQ-001-tea.md" };
const write = (decision: "allow" | "refuse") => ({
  ...aRefusal("memory-bank/details/tech.md"),
  decision,
});

function apiOf(directory: string, list: unknown = ["agent-memory-bank"]) {
  const session = { status: () => undefined, messages: () => [], get: () => undefined };
  const path = { directory, worktree: directory };
  return { state: { path, config: { plugin: list }, session, part: () => [] } };
}

describe("the terminal part", () => {
  it.each([
    ["no slots", { slots: undefined }],
    ["no state", { state: undefined }],
    ["nothing to draw with", {}],
  ])("lets a host with %s go on", async (_, lacking) => {
    const asked: string[] = [];
    const slots = { register: () => asked.push("slots") };
    const event = { on: () => () => {} };
    await plugin.tui({ ...apiOf(root), slots, event, ...lacking } as never);
    // What is thrown later fails the run.
    await sleep(300);
    expect(asked).toEqual([]);
  });

  it("takes what it can of a broken log, and follows it", () => {
    const file = join(stateFolderOf(join(root, "memory-bank")), LOG_FILE);
    mkdirSync(dirname(file), { recursive: true });
    const read = line({ kind: "read", doc: "details/patterns.md", whole: true });
    writeFileSync(file, `\0\0"s"\n{"v":2,"session":"s"}\n${line({ kind: "turn" })}{"v":2,"at"`);
    const bank = followBank(ofApi(apiOf(root) as never));
    expect(bank.status("s")).toMatchObject({ isServed: true, conventions: "unread", read: [] });
    writeFileSync(file, `${line({ kind: "turn" })}${read}`);
    bank.poll();
    writeFileSync(file, `${line({ kind: "turn" })}${read}${line({ kind: "recovered" })}`);
    bank.poll();
    expect(followBank(ofApi(apiOf(root) as never)).status("s")).toMatchObject({
      conventions: "read",
      read: ["details/patterns.md"],
    });
  });

  it.each<readonly [what: string, logged: readonly object[], shown: object]>([
    ["a read, whole and in its turn", [TURN, READ], { conventions: "read", read: [READ.doc] }],
    ["no read of a part", [TURN, { ...READ, whole: false }], { conventions: "unread", read: [] }],
    ["no read of an earlier turn", [TURN, READ, TURN], { conventions: "unread", read: [] }],
    ["no read of a subagent that works", [TURN, BELOW], { conventions: "unread", read: [] }],
    ["what memory-reader read", [TURN, BELOW, READER], { conventions: "read" }],
    ["what its answer is worth", [TURN, READER], { answer: { verified: "1/2" } }],
    ["that only in its turn", [TURN, READER, TURN], { answer: undefined }],
    ["what to read again", [TURN, TASK, { kind: "compacted" }], { missing: [TASK.doc] }],
    ["a doc that a tool was let write", [TURN, write("allow")], { wrote: ["details/tech.md"] }],
    ["none that it was refused", [TURN, write("refuse")], { wrote: [] }],
  ])("shows %s", (_, logged, shown) => {
    const file = join(stateFolderOf(join(root, "memory-bank")), LOG_FILE);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, logged.map((event) => line({ at: Date.now(), ...event })).join(""));
    expect(followBank(ofApi(apiOf(root, BLOCK) as never)).status("s")).toMatchObject(shown);
  });

  it("says so where the plugin is not loaded", () => {
    expect(followBank(ofApi(apiOf(root, ["another"]) as never)).status("s").isServed).toBe(false);
  });

  it("reads OpenCode 2's terminal, and shows what was refused since", () => {
    const message = { type: "assistant", content: [{ type: "text", text: "Shall I?" }] };
    const toasts: unknown[] = [];
    const session = { root: (id: string) => `root of ${id}`, status: () => "idle" };
    const terminal = ofContext({
      location: { directory: root },
      theme: { text: { default: "white", subdued: "grey" } },
      data: {
        listen: () => () => {},
        session: { ...session, message: { list: () => [message] } },
      },
      ui: { slot: () => () => {}, toast: { show: (toast) => toasts.push(toast) } },
    });
    expect(terminal).toMatchObject({ directory: root, isServed: true });
    expect(terminal.rootOf("s")).toBe("root of s");
    expect(terminal.lastWords("s")).toBe("Shall I?");
    expect(terminal.colors()).toMatchObject({ muted: "grey", attention: "white" });

    const file = join(stateFolderOf(join(root, "memory-bank")), LOG_FILE);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, line({ kind: "turn" }));
    const bank = followBank(terminal);
    bank.status("s");
    const trace = [{ rule: "read-before-write", verdict: "refuse", because: "not read" }];
    const refused = {
      tool: "edit",
      via: "tool",
      writes: [],
      risk: "high",
      reason: "sensitive-file",
    };
    const decision = { kind: "decision", decision: "refuse", rule: "read-before-write", trace };
    appendFileSync(file, line({ ...refused, ...decision }));
    expect(bank.poll()).toEqual(["Refused: not read"]);
    expect(bank.poll()).toEqual([]);
    terminal.showToast?.("Refused: not read");
    expect(toasts).toMatchObject([{ title: "Memory Bank", message: "Refused: not read" }]);
  });
});
