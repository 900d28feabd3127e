import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Surroundings } from "../../../io/disk/state-folder.ts";
import type { Text } from "../../../types.ts";
import type { Check } from "../../host.ts";
import { ownPackage } from "../../own-package.ts";
import { LIVE_PATIENCE, failedLive, judgeTurn } from "../../shared/doctor/judge-live.ts";
import type { Answer } from "../../shared/model-server.ts";
import { field, listIn, textField } from "../../shared/payload.ts";
import { OPENCODE } from "../about.ts";
import { pluginFile } from "../setup/plugin-specifier.ts";
import { CLOSED, writeUserConfig } from "./closed-home.ts";
import { findOpenCode } from "./find-opencode.ts";
import { callServer, killGroup, spawnServer } from "./opencode-server.ts";
import { serveChatModel } from "./scripted-model.ts";
import { MANIFEST, type Trial, makeTrial } from "../../shared/doctor/trial-project.ts";

type OnProgress = (what: Text) => void;

export async function checkLive(machine: Surroundings, onProgress: OnProgress): Promise<Check[]> {
  const opencode = findOpenCode(machine);
  return opencode === undefined ? [] : [await tryOpenCode(opencode, onProgress)];
}

/** A real turn in the user's own OpenCode: a scripted model tries a risky write, and the plugin answers. */
async function tryOpenCode(opencode: string, onProgress: OnProgress): Promise<Check> {
  const deadline = AbortSignal.timeout(LIVE_PATIENCE);
  const trial = makeTrial(CLOSED);
  const filePath = join(trial.project, "package.json");
  const results: string[] = [];
  const model = await serveChatModel((body) => {
    const shown = resultsIn(body);
    results.push(...shown);
    const mayCall = listIn(body, "tools").length > 0 && shown.length === 0;
    return mayCall ? attempt(filePath) : { text: "Done." };
  });
  writeUserConfig(
    trial.home,
    { url: model.url, models: ["m1"] },
    { plugin: [[pathToFileURL(pluginFile(ownPackage())).href, { guardMode: "block" }]] },
  );
  try {
    await playTurn(opencode, trial, deadline, onProgress);
    return judgeTurn(OPENCODE.name, results, readFileSync(filePath, "utf8") === MANIFEST);
  } catch (error) {
    return failedLive(OPENCODE.name, error, deadline);
  } finally {
    await model.stop();
    trial.remove();
  }
}

async function playTurn(
  opencode: string,
  { project, env }: Trial,
  signal: AbortSignal,
  onProgress: OnProgress,
): Promise<void> {
  onProgress({ en: "starting OpenCode", zh: "正在启动 OpenCode" });
  const server = spawnServer(opencode, project, env);
  const killNow = () => killGroup(server.child, "SIGKILL");
  const leave = () => process.exit(2);
  process.once("exit", killNow).once("SIGINT", leave).once("SIGTERM", leave);
  try {
    const address = await server.address(signal);
    const post = (path: string, body: object) =>
      callServer(address, project, path, { method: "POST", body, signal });
    onProgress({ en: "playing one turn", zh: "正在运行一轮对话" });
    const id = textField(await post("/session", {}), "id") ?? "";
    const text = "Change the manifest.";
    await post(`/session/${id}/message`, { parts: [{ type: "text", text }] });
  } finally {
    await server.end("SIGTERM");
    process.off("exit", killNow).off("SIGINT", leave).off("SIGTERM", leave);
  }
}

function attempt(filePath: string): Answer {
  return { calls: [{ tool: "write", args: { filePath, content: "{}" } }] };
}

/** What the model is shown as results of its tool calls. */
function resultsIn(body: unknown): string[] {
  return listIn(body, "messages")
    .filter((message) => field(message, "role") === "tool")
    .map(
      (message) =>
        textField(message, "content") ??
        listIn(message, "content")
          .map((part) => textField(part, "text") ?? "")
          .join("\n"),
    );
}
