import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { expect } from "vitest";
import { closedEnvironment, makeHome } from "../../../src/hosts/opencode/doctor/closed-home.ts";
import { removeFolder } from "../../../src/hosts/shared/closed-home.ts";
import { killGroup } from "../kit/opencode-server.ts";
import { field, listIn, parseJson, textField } from "../../../src/hosts/shared/payload.ts";
import { type ScriptedModel, makeProject, startScriptedModel } from "../kit/index.ts";
import { REPO_ROOT } from "../kit/host-home.ts";
import { type Setting, type Talk, type Turn, toEnv } from "../journeys/talk.ts";

const PATIENCE = 60_000;
const PLUGIN = join(REPO_ROOT, "dist", "plugin.js");
const RECORDER = join(REPO_ROOT, "test", "fixtures", "opencode-2", "recorder.mjs");

/** A session in the real OpenCode 2, started by this command; what the plugin is told may be written to a file. */
export async function startReal(
  command: string,
  setting: Setting,
  recordTo?: string,
): Promise<Talk & { end(): Promise<void> }> {
  const model = await startScriptedModel();
  const home = makeHome("opencode-2");
  const project = makeProject({ home }, { files: { ...setting.files }, plugin: false });
  const note = (what: string) => {
    if (recordTo !== undefined)
      writeFileSync(recordTo, `${JSON.stringify({ step: what })}\n`, { flag: "a" });
  };
  if (recordTo !== undefined) writeFileSync(recordTo, "");
  const recording = {
    RECORD_TO: recordTo ?? "",
    RECORD_PLUGIN: PLUGIN,
    RECORD_PROJECT: project.dir,
    RECORD_HOME: home,
  };
  configure(home, model, pathToFileURL(recordTo === undefined ? REPO_ROOT : RECORDER).href);
  const surroundings = {
    ...closedEnvironment(home),
    OPENCODE_PASSWORD: "pw",
    ...toEnv(setting),
    ...(recordTo === undefined ? {} : recording),
  };
  let server = await startServer(command, project.dir, surroundings);
  let session =
    textField(
      await server.call("POST", "/api/session", { location: { directory: project.dir } }),
      "data",
      "id",
    ) ?? "";

  const wait = () => server.call("POST", `/api/session/${session}/wait`, {});

  async function latestMessage(): Promise<string> {
    const listed = await server.call("GET", `/api/session/${session}/message?order=asc&limit=200`);
    const mine = listIn(listed, "data").filter((message) => textField(message, "type") === "user");
    return textField(mine.at(-1), "id") ?? "";
  }

  return {
    ...project,
    async say(text, steps, workers = {}) {
      note(`say ${text}`);
      const from = model.requests.length;
      for (const [words, done] of Object.entries({ [text]: steps, ...workers }))
        model.play(words, [...done]);
      await server.call("POST", `/api/session/${session}/prompt`, { text });
      await wait();
      await expect.poll(() => model.leftovers(), { timeout: PATIENCE }).toEqual([]);
      await wait();
      return toTurn(model, from);
    },
    async compact() {
      note("compact");
      await server.call("POST", `/api/session/${session}/compact`, {});
      await wait();
    },
    async restart(between = () => {}) {
      note("restart");
      await server.kill();
      between();
      server = await startServer(command, project.dir, surroundings);
    },
    async fork() {
      note("fork");
      const boundary = { type: "before", messageID: await latestMessage() };
      const forked = await server.call("POST", `/api/session/${session}/fork`, { boundary });
      session = textField(forked, "data", "id") ?? textField(forked, "id") ?? "";
    },
    async revert() {
      note("revert");
      const messageID = await latestMessage();
      await server.call("POST", `/api/session/${session}/revert/stage`, { messageID });
    },
    async end() {
      note("end");
      await server.kill();
      await model.stop();
      removeFolder(home);
    },
  };
}

function configure(home: string, model: ScriptedModel, plugin: string): void {
  const folder = join(home, ".config", "opencode");
  mkdirSync(folder, { recursive: true });
  const limits = { name: "m1", tool_call: true, limit: { context: 200_000, output: 1000 } };
  const config = {
    plugin: [plugin],
    model: "mock/m1",
    small_model: "mock/m1",
    autoupdate: false,
    share: "disabled",
    permission: { "*": "allow" },
    provider: {
      mock: {
        npm: "@ai-sdk/openai-compatible",
        name: "Mock",
        options: { baseURL: model.url, apiKey: "scripted" },
        models: { m1: limits },
      },
    },
  };
  writeFileSync(join(folder, "opencode.json"), JSON.stringify(config));
}

async function startServer(
  command: string,
  directory: string,
  env: Readonly<Record<string, string>>,
) {
  const port = await freePort();
  const args = ["serve", "--port", String(port), "--hostname", "127.0.0.1"];
  const child = spawn(command, args, { cwd: directory, env, detached: true, stdio: "ignore" });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const headers = {
    "content-type": "application/json",
    authorization: `Basic ${Buffer.from("opencode:pw").toString("base64")}`,
    "x-opencode-directory": directory,
  };

  async function call(
    method: string,
    path: string,
    body?: object,
    patience = PATIENCE * 2,
  ): Promise<unknown> {
    const url = new URL(path, `http://127.0.0.1:${port}`);
    url.searchParams.set("location[directory]", directory);
    const signal = AbortSignal.timeout(patience);
    const content = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(url, { method, headers, signal, ...content });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
    return text === "" ? undefined : JSON.parse(text);
  }

  // A server that is still starting may take a request and never answer it.
  const isHealthy = () =>
    call("GET", "/api/health", undefined, 2000).then(
      () => true,
      () => false,
    );
  await expect.poll(isHealthy, { timeout: PATIENCE }).toBe(true);
  return {
    call,
    async kill() {
      killGroup(child, "SIGKILL");
      await ended;
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const port = Number(field(probe.address(), "port"));
      probe.close(() => resolve(port));
    });
  });
}

/** The results that these requests told first, and what stands in their system prompts that is ours. */
function toTurn(model: ScriptedModel, from: number): Turn {
  const before = new Set(
    model.requests.slice(0, from).flatMap((one) => one.toolResults.map(({ id }) => id)),
  );
  const all = model.requests.slice(from).filter(({ kind }) => kind === "main");
  // A subagent's session is another one.
  const requests = all.filter(({ sessionID }) => sessionID === all[0]?.sessionID);
  const results: string[] = [];
  for (const { id, text } of requests.flatMap(({ toolResults }) => toolResults)) {
    if (before.has(id)) continue;
    before.add(id);
    results.push(textField(parseJson(text), "error", "message") ?? text);
  }
  return { results, shown: requests.map(({ system }) => system.join("\n")) };
}
