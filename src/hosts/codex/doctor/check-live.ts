import { readFileSync } from "node:fs";
import { join } from "node:path";
import { writeConfig } from "../../../io/disk/config-file.ts";
import type { Surroundings } from "../../../io/disk/state-folder.ts";
import type { Text } from "../../../types.ts";
import type { Check } from "../../host.ts";
import { ownPackage } from "../../own-package.ts";
import { LIVE_PATIENCE, failedLive, judgeTurn } from "../../shared/doctor/judge-live.ts";
import { runHost } from "../../shared/doctor/run-host.ts";
import { MANIFEST, makeTrial } from "../../shared/doctor/trial-project.ts";
import { listIn, textField } from "../../shared/payload.ts";
import { CODEX } from "../about.ts";
import { codexFolder, planInstall } from "../setup/plan-install.ts";
import * as closed from "./closed-home.ts";
import { findCodex } from "./find-codex.ts";
import { serveResponsesModel } from "./scripted-model.ts";
import { PATCH } from "./trial-patch.ts";

type OnProgress = (what: Text) => void;

export async function checkLive(machine: Surroundings, onProgress: OnProgress): Promise<Check[]> {
  const codex = findCodex(machine);
  return codex === undefined ? [] : [await tryCodex(codex, machine, onProgress)];
}

/** A real turn in the user's own Codex: a scripted model tries a risky write, and our hooks answer. */
async function tryCodex(
  codex: string,
  { platform }: Surroundings,
  onProgress: OnProgress,
): Promise<Check> {
  const deadline = AbortSignal.timeout(LIVE_PATIENCE);
  const results: string[] = [];
  const model = await serveResponsesModel((body) => {
    const shown = resultsIn(body);
    results.push(...shown);
    return shown.length > 0 ? { text: "Done." } : { calls: [{ tool: "apply_patch", args: PATCH }] };
  });
  const trial = makeTrial({ ...closed, makeHome: (name) => closed.makeHome(name, model.url) });
  try {
    onProgress({ en: "playing one turn in Codex", zh: "正在 Codex 中运行一轮对话" });
    const { project, home, env } = trial;
    const start = { machine: { env, home, platform }, directory: project, worktree: project };
    const plan = await planInstall(start, "global", codexFolder(ownPackage()), codex);
    for (const { file, after } of plan.changes) writeConfig(file, after);
    const given = { ...env, MEMORY_BANK_GUARD_MODE: "block" };
    const args = ["exec", "--skip-git-repo-check", "Change the manifest."];
    await runHost(codex, args, { cwd: project, env: given }, deadline);
    const isUnchanged = readFileSync(join(project, "package.json"), "utf8") === MANIFEST;
    return judgeTurn(CODEX.name, results, isUnchanged);
  } catch (error) {
    return failedLive(CODEX.name, error, deadline);
  } finally {
    await model.stop();
    trial.remove();
  }
}

/** What the model is shown as results of its tool calls. */
function resultsIn(body: unknown): string[] {
  return listIn(body, "input")
    .filter((item) => /^(?:custom_tool|function)_call_output$/.test(textField(item, "type") ?? ""))
    .map((item) => textField(item, "output") ?? JSON.stringify(item));
}
