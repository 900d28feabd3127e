import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { tempProject } from "../../test/helpers/temp-project.ts";
import { readDecisions } from "../io/log/tail-log.ts";
import { stateFolderOf } from "../io/disk/state-folder.ts";
import type { LogLine } from "../types.ts";
import plugin from "../hosts/opencode/plugin.ts";

/** Stands for words that are nobody's business. */
const CANARY = "canaryOf";
const PATTERNS = "memory-bank/details/patterns.md";

type Hook = (input: object, output: object) => Promise<void>;
interface Hooks {
  readonly [name: string]: Hook | undefined;
  readonly dispose?: () => Promise<void>;
}

let root = "";
let parents: Record<string, string> = {};
let history: unknown[] = [];

beforeEach(() => {
  root = tempProject({
    "memory-bank/MEMORY.md": `# Memory\n\n<!-- USER_BLOCK_START -->\n${CANARY}User\n<!-- USER_BLOCK_END -->\n`,
    [PATTERNS]: `- ${CANARY}Patterns\n`,
    "memory-bank/details/progress.md": "# Progress\n",
    "package.json": "{}\n",
  });
  process.env["XDG_STATE_HOME"] = join(root, "state");
  process.env["MEMORY_BANK_LOG"] = "on";
  parents = {};
  history = [];
});

async function start(options: object = {}): Promise<Hooks> {
  const client = {
    app: { log: async () => ({}) },
    session: {
      get: async ({ path }: { path: { id: string } }) => ({
        data: { id: path.id, parentID: parents[path.id] },
      }),
      messages: async () => ({ data: history }),
    },
  };
  const input = { directory: root, worktree: root, client };
  return (await plugin.server(input as never, options)) as unknown as Hooks;
}

/** A user message, and the request that follows it. */
async function say(hooks: Hooks, session = "s"): Promise<void> {
  const part = { type: "text", text: `${CANARY}Message` };
  await hooks["chat.message"]?.({ sessionID: session }, { message: {}, parts: [part] });
  const info = { id: `m${history.length}`, sessionID: session, role: "user" };
  history.push({ info, parts: [part] });
  await hooks["experimental.chat.messages.transform"]?.({}, { messages: [...history] });
  await hooks["experimental.chat.system.transform"]?.(
    { sessionID: session },
    { system: ["<env>"] },
  );
}

let calls = 0;
async function call(
  hooks: Hooks,
  tool: string,
  args: object,
  result: object = {},
  act = () => {},
  session = "s",
): Promise<void> {
  const input = { tool, sessionID: session, callID: `c${(calls += 1)}` };
  await hooks["tool.execute.before"]?.(input, { args });
  act();
  const output = { title: "", output: "done", metadata: { exit: 0 }, ...result };
  await hooks["tool.execute.after"]?.({ ...input, args }, output);
}

const shown = (lines: number) => ({
  output: `<content>\n1: ${CANARY}Shown\n(End of file - total ${lines} lines)`,
});

async function lines(hooks: Hooks): Promise<readonly LogLine[]> {
  await hooks.dispose?.();
  return readDecisions(stateFolderOf(join(root, "memory-bank")));
}

/** Without what every line has. */
function bare(line: LogLine): object {
  const { v: _, at: __, session: ___, ...rest } = line;
  return rest;
}

describe("a session in the log", () => {
  it("goes on where it was after a restart, and is not logged again", async () => {
    const first = await start();
    await say(first);
    await say(first);
    const before = await lines(first);
    expect(before.map(bare)).toEqual([
      { kind: "turn", turn: 1 },
      { kind: "turn", turn: 2 },
    ]);
    const second = await start();
    await say(second);
    const after = await lines(second);
    expect(after.slice(0, 2)).toEqual(before);
    expect(after.slice(2).map(bare)).toEqual([{ kind: "turn", turn: 3 }]);
  });

  it("says whose subagent did it", async () => {
    parents = { child: "s" };
    const hooks = await start();
    await say(hooks);
    await hooks["chat.message"]?.(
      { sessionID: "child" },
      { message: {}, parts: [{ type: "text", text: "do" }] },
    );
    await call(hooks, "edit", { filePath: "a.ts" }, {}, () => {}, "child");
    expect((await lines(hooks)).at(-1)).toMatchObject({
      kind: "decision",
      session: "child",
      root: "s",
      turn: 1,
    });
  });

  const tell = (hooks: Hooks, type: string, info: object) =>
    (hooks["event"] as unknown as (input: object) => Promise<void>)({
      event: { type, properties: { info } },
    });

  it("has the title that the host gives it, once, and without its secrets", async () => {
    const hooks = await start();
    await say(hooks);
    const key = ["ghp", "16C7e42F292c6912E7710c838347Ae178B4a"].join("_");
    for (const title of [
      "Retries that\nnever charge twice",
      "Retries that\nnever charge twice",
      `Use ${key}`,
    ])
      await tell(hooks, "session.updated", { id: "s", title });
    await tell(hooks, "session.updated", { id: "child", parentID: "s", title: "Look around" });
    await tell(hooks, "session.updated", { id: "unseen", title: "Of another window" });
    const titles = (await lines(hooks)).filter(({ kind }) => kind === "titled");
    expect(titles.map(bare)).toEqual([
      { kind: "titled", title: "Retries that never charge twice", turn: 1 },
      { kind: "titled", title: "Use ▒▒▒", turn: 1 },
    ]);
  });

  it("tells of a call that our own failure kept from being judged", async () => {
    const args = {
      get filePath() {
        throw new Error(`${CANARY}Broken`);
      },
      toJSON: () => ({ filePath: "a.ts" }),
    };
    for (const guardMode of ["warn", "block"]) {
      const hooks = await start({ guardMode });
      await say(hooks);
      await call(hooks, "edit", args).catch(() => undefined);
      await hooks.dispose?.();
    }
    const found = readDecisions(stateFolderOf(join(root, "memory-bank"))).map(bare);
    expect(found.filter((line) => "ran" in line)).toEqual([
      { kind: "unjudged", ran: true, turn: 1 },
      { kind: "unjudged", ran: false, turn: 2 },
    ]);
    expect(JSON.stringify(found)).not.toContain(CANARY);
  });

  it("shows a compaction, and when the task's docs were read again", async () => {
    const hooks = await start();
    await say(hooks);
    await call(hooks, "read", { filePath: "memory-bank/details/progress.md" }, shown(1));
    await hooks["experimental.session.compacting"]?.({ sessionID: "s" }, { context: [] });
    const summary = { id: "sum", sessionID: "s", role: "assistant", summary: true };
    const messages = [
      { info: { id: "cut", sessionID: "s", role: "user" }, parts: [{ type: "compaction" }] },
      { info: summary, parts: [] },
    ];
    await hooks["experimental.chat.messages.transform"]?.({}, { messages });
    await call(hooks, "read", { filePath: PATTERNS }, shown(1));
    await call(hooks, "read", { filePath: "memory-bank/details/progress.md" }, shown(1));
    expect((await lines(hooks)).map(({ kind }) => kind)).toEqual([
      "turn",
      "read",
      "compacted",
      "read",
      "read",
      "recovered",
    ]);
  });

  it("says how many quotes of an answer of memory-reader's hold, also of one that comes later", async () => {
    const claim = (id: string, quote: string) =>
      `  - claim_id: ${id}\n    claim: "${CANARY}Claim"\n    path: ${PATTERNS}\n    quote: "${quote}"`;
    const answer = [
      "```yaml",
      "schema: memory-reader/v1",
      `user_question: "${CANARY}Question"`,
      "evidence:",
      claim("C1", `- ${CANARY}Patterns`),
      claim("C2", `no such text as ${CANARY}Nothing`),
      "conflicts: []",
      "open_questions: []",
      "```",
    ].join("\n");
    const hooks = await start();
    await say(hooks);
    const ask = { subagent_type: "memory-reader", prompt: CANARY };
    await call(hooks, "task", ask, { output: answer });
    await call(hooks, "task", ask, { output: "I have found nothing." });
    const running = { output: "started", metadata: { background: true, sessionId: "w" } };
    await call(hooks, "task", { ...ask, background: true }, running);
    const text = `<task id="w" state="completed">\n${answer}\n</task>`;
    const parts = [{ type: "text", text, synthetic: true }];
    await hooks["chat.message"]?.({ sessionID: "s" }, { message: {}, parts });
    await hooks["chat.message"]?.({ sessionID: "s" }, { message: {}, parts });
    const found = await lines(hooks);
    expect(found.map(bare)).toEqual([
      { kind: "turn", turn: 1 },
      { kind: "reader", verified: "1/2", turn: 1 },
      { kind: "reader", turn: 1 },
      { kind: "reader", verified: "1/2", turn: 1 },
    ]);
    expect(JSON.stringify(found)).not.toContain(CANARY);
  });

  it("names the docs that were put back, and what a command did to the bank", async () => {
    const hooks = await start();
    await say(hooks);
    const entry = join(root, "memory-bank/MEMORY.md");
    const edit = { filePath: entry, oldString: "a", newString: "b" };
    await call(hooks, "edit", edit, {}, () => writeFileSync(entry, `# ${CANARY}Gone\n`));
    const command = `python3 -c "open('memory-bank/MEMORY.md','w').write('${CANARY}Code')"`;
    await call(hooks, "bash", { command }, {}, () => writeFileSync(entry, `${CANARY}Code`)).catch(
      () => undefined,
    );
    const generated = `${readFileSync(entry, "utf8")}generated\n`;
    await call(hooks, "bash", { command: "npm test" }, {}, () => writeFileSync(entry, generated));
    const found = (await lines(hooks)).map(bare);
    expect(found).toContainEqual({
      kind: "restored",
      docs: ["MEMORY.md"],
      trace: [
        {
          doc: "MEMORY.md",
          rule: "keep-user-blocks",
          verdict: "put-back",
          because: "a block marker was changed",
        },
      ],
      turn: 1,
    });
    expect(found).toContainEqual({
      kind: "effect",
      undone: [],
      changed: ["MEMORY.md"],
      kept: expect.any(String),
      trace: [
        {
          doc: "MEMORY.md",
          rule: "guard-memory-files",
          verdict: "report",
          because: "a program of the project did it: it may be the user's own generator",
        },
      ],
      turn: 1,
    });
  });
});

describe("what is nobody's business", () => {
  it("is not in the log, whatever the call", async () => {
    for (const guardMode of ["block", "warn", "off"]) {
      const hooks = await start({ guardMode });
      await say(hooks);
      const bash = (command: string) => call(hooks, "bash", { command }).catch(() => undefined);
      await bash(`echo ${CANARY}Echo > package.json`);
      await bash(`echo ${CANARY}Echo > memory-bank/MEMORY.md`);
      await bash(`python3 -c "open(${CANARY}Name, 'w')"`);
      await bash(`F=$(${CANARY}Sub); echo x > "$F"`);
      await bash(`(sleep 1; echo ${CANARY}Late >> memory-bank/x.md) &`);
      await bash(`node ${CANARY}Script memory-bank &`);
      await bash(`memory-bank refresh --yes ${CANARY}Dir`);
      await bash(`rm -rf . # ${CANARY}Comment`);
      const write = (filePath: string, content: string) =>
        call(hooks, "write", { filePath, content }).catch(() => undefined);
      await write("memory-bank/MEMORY.md", `# ${CANARY}Text`);
      await write("memory-bank/details/a.md", `password: ${CANARY}9zXq81LmW02`);
      await write("memory-bank/details/b.md", `<!-- memory-bank-allow: ${CANARY}Allow -->\n`);
      await write("src/a.ts", CANARY);
      await call(hooks, "task", { subagent_type: "memory-reader", prompt: CANARY });
      await call(hooks, "apply_patch", {
        patchText: `*** Begin Patch\n*** Add File: b.ts\n+${CANARY}Patch\n*** End Patch`,
      }).catch(() => undefined);
      await hooks.dispose?.();
    }
    const folder = stateFolderOf(join(root, "memory-bank"));
    const text = readFileSync(join(folder, "decisions.jsonl"), "utf8");
    expect(readDecisions(folder).filter(({ kind }) => kind === "decision").length).toBeGreaterThan(
      24,
    );
    expect(text.match(new RegExp(`.{0,60}${CANARY}.{0,20}`, "g")) ?? []).toEqual([]);
  });

  it("is not even a log where the user wants none", async () => {
    process.env["MEMORY_BANK_LOG"] = "off";
    const hooks = await start();
    await say(hooks);
    await call(hooks, "edit", { filePath: "a.ts" });
    await hooks.dispose?.();
    const states = join(root, "state", "memory-bank");
    const found = existsSync(states) ? readdirSync(states, { recursive: true }) : [];
    expect(found.filter((name) => String(name).includes("decisions"))).toEqual([]);
  });
});
