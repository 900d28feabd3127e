import { spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "vitest";
import { field, textField, textIn } from "../../../src/hosts/shared/payload.ts";
import { REPO_ROOT } from "../kit/host-home.ts";
import { type Setting, type Talk, type Turn, toEnv } from "../journeys/talk.ts";

/** One line of a recording: what the host told the plugin, or what the test did. */
type Line = Readonly<Record<string, unknown>>;
type Hook = (event: unknown) => Promise<void>;

const PLAN = /plan: "[\w-]+"/;
const PLUGIN = pathToFileURL(join(REPO_ROOT, "dist", "plugin.js")).href;

/**
 * A session as it was recorded, played to the built plugin by a stand-in for OpenCode 2. What its tools did to the
 * project is done again, so that the plugin finds the files that it would find.
 */
export async function startRecorded(
  recording: string,
  setting: Setting,
): Promise<Talk & { end(): Promise<void> }> {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "memory-bank-recorded-")));
  const dir = join(home, "project");
  mkdirSync(join(dir, ".git"), { recursive: true });
  writeFileSync(join(dir, ".git", "HEAD"), "ref: refs/heads/main\n");
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  };
  for (const [path, text] of Object.entries(setting.files)) write(path, text);
  const text = shiftTimes(
    readFileSync(recording, "utf8").replaceAll("{project}", dir).replaceAll("{home}", home),
  );
  let lines = text
    .split("\n")
    .filter(Boolean)
    .map((line): Line => JSON.parse(line));
  const outside = { ...process.env };
  Object.assign(process.env, {
    XDG_STATE_HOME: join(home, "state"),
    HOME: home,
    ...toEnv(setting),
  });

  let at = 0;
  let stand = await open();

  /** The plugin as the host loads it, with what was recorded of the host's answers. */
  async function open() {
    const hooks = new Map<string, Hook>();
    const hook = (name: string, act: Hook) => hooks.set(name, act);
    const created = lines.flatMap(({ session, happened }) => {
      if (session !== undefined) return [session];
      const isNew = textField(happened, "type") === "session.created";
      const data = field(happened, "data");
      return isNew ? [{ ...Object(data), id: textField(data, "sessionID") }] : [];
    });
    const sessions = new Map(created.map((each) => [textField(each, "id"), each]));
    const agents = lines.findLast((line) => line["agents"] !== undefined)?.["agents"];
    const events: unknown[] = [];
    let wake = () => {};
    const transform = async () => {};
    const ctx = {
      options: {},
      agent: { list: async () => agents, transform },
      command: { transform },
      skill: { transform },
      mcp: { list: async () => ({ data: [] }) },
      tool: {
        hook,
        transform: (change: (draft: unknown) => void) =>
          change({ add: (tool: unknown) => (stand_tool = tool) }),
      },
      session: { hook, get: async (input: object) => sessions.get(textField(input, "sessionID")) },
      event: {
        async *subscribe() {
          for (;;) {
            while (events.length > 0) yield events.shift();
            await new Promise<void>((next) => (wake = next));
          }
        },
      },
    };
    let stand_tool: unknown;
    // A new copy of the module for each start: a host that was killed has left nothing in memory.
    const { default: plugin } = await import(`${PLUGIN}?${Math.random()}`);
    const close = await plugin.setup(ctx);
    const happen = (event: unknown) => {
      events.push(event);
      wake();
    };
    return { hooks, sessions, close, happen, tool: () => stand_tool };
  }

  /** Everything up to what the test did next. */
  async function play(what: string): Promise<Turn> {
    const step = lines[at]?.["step"];
    while (lines[at]?.["step"] === undefined && at < lines.length) at++;
    if (lines[at]?.["step"] !== what) throw new Error(`recorded is ${String(step)}, not ${what}`);
    at++;
    const turn: { results: string[]; shown: string[] } = { results: [], shown: [] };
    for (; at < lines.length && lines[at]?.["step"] === undefined; at++) {
      const line = lines[at] ?? {};
      if (line["happened"] !== undefined) stand.happen(line["happened"]);
      else if (line["hook"] === "context") turn.shown.push(await request(line["event"]));
      const said =
        line["hook"] === "execute.before"
          ? await before(line["event"])
          : line["hook"] === "execute.after"
            ? await after(line["event"])
            : undefined;
      if (said !== undefined && !isOfChild(line["event"])) turn.results.push(said);
    }
    return turn;
  }

  async function request(recorded: unknown): Promise<string> {
    const event = { ...Object(recorded), system: [] };
    await stand.hooks.get("context")?.(event);
    return textIn(event.system) ?? "";
  }

  function isOfChild(event: unknown): boolean {
    return textField(stand.sessions.get(textField(event, "sessionID")), "parentID") !== undefined;
  }

  /** Our refusal. */
  async function before(event: unknown): Promise<string | undefined> {
    try {
      await stand.hooks.get("execute.before")?.(event);
    } catch (refusal) {
      const said = refusal instanceof Error ? refusal.message : String(refusal);
      expect(comesBack(event), `refused now, but not when it was recorded: ${said}`).toBe(false);
      return said;
    }
    expect(comesBack(event), `refused when it was recorded: ${JSON.stringify(event)}`).toBe(true);
    await act(event);
    return undefined;
  }

  /** Whether the recording has a result of the call; one that was refused has none. */
  function comesBack(event: unknown): boolean {
    return lines
      .slice(at)
      .some(
        (line) =>
          line["hook"] === "execute.after" &&
          textField(line["event"], "id") === textField(event, "id") &&
          textField(line["event"], "sessionID") === textField(event, "sessionID") &&
          textField(line["event"], "tool") === textField(event, "tool"),
      );
  }

  async function after(recorded: unknown): Promise<string> {
    const event = structuredClone(recorded);
    await stand.hooks.get("execute.after")?.(event);
    return textIn(field(event, "result", "content")) ?? textField(event, "error", "message") ?? "";
  }

  /** What the tool does to the project. */
  async function act(event: unknown): Promise<void> {
    const input = field(event, "input");
    const path = resolve(dir, textField(input, "path") ?? "");
    switch (textField(event, "tool") ?? "") {
      case "write":
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, textField(input, "content") ?? "");
        return;
      case "edit": {
        const [from, to] = [
          textField(input, "oldString") ?? "",
          textField(input, "newString") ?? "",
        ];
        writeFileSync(
          path,
          readFileSync(path, "utf8").replace(from, () => to),
        );
        return;
      }
      case "shell":
        return run(textField(input, "command") ?? "");
      case "memory_bank_refresh": {
        const execute = field(stand.tool(), "execute");
        if (typeof execute === "function") renewPlan(await execute(input, event));
      }
    }
  }

  /** A plan's name holds the day on which it was made: from here on the recording speaks of today's. */
  function renewPlan(result: unknown): void {
    const [ofToday] = PLAN.exec(textIn(field(result, "content")) ?? "") ?? [];
    const recorded = lines
      .map((line) => PLAN.exec(textIn(field(line, "event", "result", "content")) ?? "")?.[0])
      .find((each) => each !== undefined);
    if (ofToday === undefined || recorded === undefined) return;
    const [from, to] = [recorded, ofToday].map((each) => each.slice('plan: "'.length, -1));
    lines = JSON.parse(JSON.stringify(lines).replaceAll(from ?? "", to ?? ""));
  }

  function run(command: string): Promise<void> {
    const child = spawn("bash", ["-c", command], { cwd: dir, stdio: "ignore" });
    return new Promise((done) => child.once("exit", () => done()));
  }

  return {
    dir,
    read: (path) => readFileSync(join(dir, path), "utf8"),
    exists: (path) => existsSync(join(dir, path)),
    write,
    say: (words) => play(`say ${words}`),
    compact: async () => void (await play("compact")),
    async restart(between = () => {}) {
      await play("restart");
      between();
      stand = await open();
    },
    fork: async () => void (await play("fork")),
    revert: async () => void (await play("revert")),
    async end() {
      await stand.close?.();
      process.env = outside;
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Ids begin with their time: a read of now must not be older than the files that were made for it a moment ago. */
function shiftTimes(recording: string): string {
  const id = /\b(msg|evt)_([0-9a-f]{9})/g;
  const [first] = recording.match(id) ?? [];
  const moved = (Date.now() % 2 ** 36) + 1000 - Number.parseInt(first?.slice(4) ?? "0", 16);
  return recording.replaceAll(id, (_, kind: string, digits: string) => {
    const time = (Number.parseInt(digits, 16) + moved) % 2 ** 36;
    return `${kind}_${time.toString(16).padStart(9, "0")}`;
  });
}
