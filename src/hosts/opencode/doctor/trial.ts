import { pathToFileURL } from "node:url";
import { ownPackage } from "../../own-package.ts";
import type { TrialHost } from "../../shared/doctor/play-turn.ts";
import type { Answer, Provider } from "../../shared/model-server.ts";
import { closedEnvironment, makeHome, writeUserConfig } from "./closed-home.ts";

/** The interface of an OpenAI-compatible provider. */
export const CHAT: Provider = { base: "/v1", path: "/chat/completions", toEvents };

let issued = 0;

function* toEvents({ text, calls = [], usage }: Answer): Iterable<object | string> {
  const head = { id: `chatcmpl-${++issued}`, object: "chat.completion.chunk", created: 0 };
  const chunk = (fields: object) => ({ ...head, model: "scripted", ...fields });
  const choose = (delta: object, finish: string | null = null) =>
    chunk({ choices: [{ index: 0, delta, finish_reason: finish }] });
  yield choose({ role: "assistant", content: text ?? "" });
  for (const [index, { tool, args }] of calls.entries()) {
    const named = { name: tool, arguments: typeof args === "string" ? args : JSON.stringify(args) };
    const id = `call_${++issued}`;
    yield choose({ tool_calls: [{ index, id, type: "function", function: named }] });
  }
  yield choose({}, calls.length > 0 ? "tool_calls" : "stop");
  const prompt = usage?.promptTokens ?? 100;
  const tokens = { prompt_tokens: prompt, completion_tokens: 10, total_tokens: prompt + 10 };
  yield chunk({ choices: [], usage: tokens });
  yield "[DONE]";
}

export const TRIAL: TrialHost = {
  makeHome,
  closedEnvironment,
  calls: (filePath) => [{ tool: "write", args: { filePath, content: "{}" } }],
  provider: CHAT,
  setUp(home, url) {
    const plugin = [pathToFileURL(ownPackage().root).href];
    writeUserConfig(home, { url, models: ["m1"] }, { plugin });
  },
  args: ["run", "Change the manifest."],
};
