import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Surroundings } from "../../../io/disk/state-folder.ts";
import type { Text } from "../../../types.ts";
import type { Check } from "../../host.ts";
import { ownPackage } from "../../own-package.ts";
import { LIVE_PATIENCE, failedLive, judgeTurn } from "../../shared/doctor/judge-live.ts";
import { runHost } from "../../shared/doctor/run-host.ts";
import { MANIFEST, makeTrial } from "../../shared/doctor/trial-project.ts";
import type { Answer } from "../../shared/model-server.ts";
import { listIn, textField } from "../../shared/payload.ts";
import { CLAUDE_CODE } from "../about.ts";
import { putOurs } from "../setup/our-members.ts";
import { pluginFolder } from "../setup/plan-setup.ts";
import * as closed from "./closed-home.ts";
import { findClaude } from "./find-claude.ts";
import { serveMessagesModel } from "./scripted-model.ts";

type OnProgress = (what: Text) => void;

export async function checkLive(machine: Surroundings, onProgress: OnProgress): Promise<Check[]> {
  const claude = findClaude(machine);
  return claude === undefined ? [] : [await tryClaude(claude, onProgress)];
}

/** A real turn in the user's own Claude Code: a scripted model tries a risky write, and the plugin answers. */
async function tryClaude(claude: string, onProgress: OnProgress): Promise<Check> {
  const deadline = AbortSignal.timeout(LIVE_PATIENCE);
  const trial = makeTrial(closed);
  const file_path = join(trial.project, "package.json");
  const results: string[] = [];
  const model = await serveMessagesModel((body) => {
    if (listIn(body, "tools").length === 0) return { text: "Done." };
    const shown = resultsIn(body);
    results.push(...shown);
    return STEPS[shown.length]?.(file_path) ?? { text: "Done." };
  });
  try {
    onProgress({ en: "playing one turn in Claude Code", zh: "正在 Claude Code 中运行一轮对话" });
    const settings = join(trial.home, ".claude", "settings.json");
    const folder = pluginFolder(ownPackage());
    writeFileSync(settings, putOurs(readFileSync(settings, "utf8"), folder));
    const { project: cwd, env } = trial;
    const given = { ...env, ANTHROPIC_BASE_URL: model.url, MEMORY_BANK_GUARD_MODE: "block" };
    await runHost(claude, ["-p", "Change the manifest."], { cwd, env: given }, deadline);
    return judgeTurn(CLAUDE_CODE.name, results, readFileSync(file_path, "utf8") === MANIFEST);
  } catch (error) {
    return failedLive(CLAUDE_CODE.name, error, deadline);
  } finally {
    await model.stop();
    trial.remove();
  }
}

/** By how many results the model has seen. Claude Code itself refuses to write over a file that was not read. */
const STEPS: readonly ((file_path: string) => Answer)[] = [
  (file_path) => ({ calls: [{ tool: "Read", args: { file_path } }] }),
  (file_path) => ({ calls: [{ tool: "Write", args: { file_path, content: "{}" } }] }),
];

/** What the model is shown as results of its tool calls. */
function resultsIn(body: unknown): string[] {
  return listIn(body, "messages")
    .flatMap((message) => listIn(message, "content"))
    .filter((block) => textField(block, "type") === "tool_result")
    .map(
      (block) =>
        textField(block, "content") ??
        listIn(block, "content")
          .map((part) => textField(part, "text") ?? "")
          .join("\n"),
    );
}
