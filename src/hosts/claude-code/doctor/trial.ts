import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { builtFolder } from "../../own-package.ts";
import * as closed from "../../shared/closed-home.ts";
import type { TrialHost } from "../../shared/doctor/play-turn.ts";
import type { Answer, Provider } from "../../shared/model-server.ts";
import { CLAUDE_CODE } from "../about.ts";
import { putOurs } from "../setup/plan-setup.ts";

const KEY = "scripted";

/** Tools allowed in advance, so that a run without a person does not stop at a question. */
const ALLOWED = ["Agent", "Bash", "Edit", "NotebookEdit", "Read", "Skill", "Write"];

/** Makes a home folder without the user's files, in which Claude Code does not ask its first questions. */
export function makeHome(name: string): string {
  const home = closed.makeHome(name);
  const settings = { model: "claude-sonnet-4-5", permissions: { allow: ALLOWED } };
  mkdirSync(join(home, ".claude"));
  writeFileSync(join(home, ".claude", "settings.json"), JSON.stringify(settings, null, 2));
  const answered = {
    hasCompletedOnboarding: true,
    theme: "dark",
    customApiKeyResponses: { approved: [KEY], rejected: [] },
  };
  writeFileSync(join(home, ".claude.json"), JSON.stringify(answered));
  return home;
}

/** The environment in that home: only the model at this address can be reached. */
export function closedEnvironment(home: string, modelUrl = closed.NOWHERE): Record<string, string> {
  return {
    ...closed.closedEnvironment(home),
    ANTHROPIC_BASE_URL: modelUrl,
    ANTHROPIC_API_KEY: KEY,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
  };
}

/** Anthropic's Messages API. */
export const MESSAGES: Provider = { base: "", path: "/v1/messages", toEvents };

let issued = 0;

function* toEvents({ text, calls = [], usage }: Answer): Iterable<object> {
  const tokens = { input_tokens: usage?.promptTokens ?? 1000, output_tokens: 10 };
  const role = { type: "message", role: "assistant", model: "scripted", content: [] };
  yield { type: "message_start", message: { id: `msg_${++issued}`, ...role, usage: tokens } };
  const said = { content_block: { type: "text", text: "" }, delta: { type: "text_delta", text } };
  const blocks = [...(text === undefined ? [] : [said]), ...calls.map(toBlock)];
  for (const [index, { content_block, delta }] of blocks.entries()) {
    yield { type: "content_block_start", index, content_block };
    yield { type: "content_block_delta", index, delta };
    yield { type: "content_block_stop", index };
  }
  const stop_reason = calls.length > 0 ? "tool_use" : "end_turn";
  yield { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage: tokens };
  yield { type: "message_stop" };
}

function toBlock({ tool, args }: NonNullable<Answer["calls"]>[number]) {
  const partial_json = typeof args === "string" ? args : JSON.stringify(args);
  return {
    content_block: { type: "tool_use", id: `toolu_${++issued}`, name: tool, input: {} },
    delta: { type: "input_json_delta", partial_json },
  };
}

export const TRIAL: TrialHost = {
  makeHome,
  closedEnvironment,
  calls: (file_path) => [
    // Claude Code itself refuses to overwrite a file that the agent has not read.
    { tool: "Read", args: { file_path } },
    { tool: "Write", args: { file_path, content: "{}" } },
  ],
  provider: MESSAGES,
  setUp(home) {
    const settings = join(home, ".claude", "settings.json");
    const text = readFileSync(settings, "utf8");
    writeFileSync(settings, putOurs(text, builtFolder(CLAUDE_CODE.id)));
  },
  args: ["-p", "Change the manifest."],
};
