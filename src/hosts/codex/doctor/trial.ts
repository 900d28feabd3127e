import { writeConfig } from "../../../io/disk/config-file.ts";
import { builtFolder } from "../../own-package.ts";
import { MANIFEST, type TrialHost } from "../../shared/doctor/play-turn.ts";
import type { Answer, Provider } from "../../shared/model-server.ts";
import { CODEX } from "../about.ts";
import { planInstall } from "../setup/plan-setup.ts";
import { closedEnvironment, makeHome } from "./closed-home.ts";

/** OpenAI's Responses API. */
export const RESPONSES: Provider = { base: "/v1", path: "/responses", toEvents };

/** Tools whose input is plain text, not JSON. */
const FREE_FORM = new Set(["apply_patch", "exec"]);

let issued = 0;

function* toEvents({ text, calls = [], usage }: Answer): Iterable<object> {
  const output = [...(text === undefined ? [] : [toMessage(text)]), ...calls.map(toCall)];
  const input_tokens = usage?.promptTokens ?? 1000;
  const tokens = { input_tokens, output_tokens: 10, total_tokens: input_tokens + 10 };
  const head = { id: `resp_${++issued}`, object: "response" };
  yield { type: "response.created", response: { ...head, status: "in_progress", output: [] } };
  for (const [output_index, item] of output.entries()) {
    yield { type: "response.output_item.added", output_index, item };
    yield { type: "response.output_item.done", output_index, item };
  }
  const done = { ...head, status: "completed", output, usage: tokens };
  yield { type: "response.completed", response: done };
}

function toMessage(text: string): object {
  const content = [{ type: "output_text", text, annotations: [] }];
  return { type: "message", id: `msg_${++issued}`, role: "assistant", content };
}

/** A tool in a namespace is written with it: `multi_agent_v1.spawn_agent`. */
function toCall({ tool, args }: NonNullable<Answer["calls"]>[number]): object {
  const [name = "", namespace] = tool.split(".").toReversed();
  const call_id = `call_${++issued}`;
  if (typeof args === "string" && FREE_FORM.has(name))
    return { type: "custom_tool_call", id: `ctc_${issued}`, call_id, name, input: args };
  return {
    type: "function_call",
    id: `fc_${issued}`,
    call_id,
    name,
    ...(namespace === undefined ? {} : { namespace }),
    arguments: typeof args === "string" ? args : JSON.stringify(args),
  };
}

const PATCH = `*** Begin Patch
*** Update File: package.json
@@
-${MANIFEST.trimEnd()}
+{}
*** End Patch`;

export const TRIAL: TrialHost = {
  makeHome,
  closedEnvironment,
  calls: () => [{ tool: "apply_patch", args: PATCH }],
  provider: RESPONSES,
  async setUp(home, _, codex) {
    const machine = { env: closedEnvironment(home), home, platform: process.platform };
    const start = { machine, directory: home, worktree: home };
    const plan = await planInstall(start, "global", builtFolder(CODEX.id), codex);
    for (const { file, after } of plan.changes) writeConfig(file, after);
  },
  args: ["exec", "--skip-git-repo-check", "Change the manifest."],
};
