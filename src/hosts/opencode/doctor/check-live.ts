import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Surroundings } from "../../../io/disk/state-folder.ts";
import type { Text } from "../../../types.ts";
import { type Check, ok, problem } from "../../host.ts";
import { ownPackage } from "../../own-package.ts";
import { field, textField } from "../../shared/payload.ts";
import { pluginFile } from "../setup/plugin-specifier.ts";
import { writeUserConfig } from "./closed-home.ts";
import { findOpenCode } from "./find-opencode.ts";
import { callServer, killGroup, spawnServer } from "./opencode-server.ts";
import { type Answer, serveModel } from "./scripted-model.ts";
import { MANIFEST, type Trial, makeTrial } from "./trial-project.ts";

const NAME = "live";
/** All of it together. */
const PATIENCE = 60_000;

type OnProgress = (what: Text) => void;

export async function checkLive(machine: Surroundings, onProgress: OnProgress): Promise<Check[]> {
  const opencode = findOpenCode(machine);
  return opencode === undefined ? [] : [await tryOpenCode(opencode, onProgress)];
}

/** A real turn in the user's own OpenCode: a scripted model tries a risky write, and the plugin answers. */
async function tryOpenCode(opencode: string, onProgress: OnProgress): Promise<Check> {
  const deadline = AbortSignal.timeout(PATIENCE);
  const trial = makeTrial();
  const filePath = join(trial.project, "package.json");
  const results: string[] = [];
  const model = await serveModel((body) => {
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
    const refusal = results.find((result) => result.includes("(rule: read-before-write)"));
    const isUnchanged = readFileSync(filePath, "utf8") === MANIFEST;
    if (refusal !== undefined && isUnchanged) {
      const [line = ""] = refusal.slice(refusal.indexOf("[Memory Bank]")).split("\n");
      return ok(NAME, {
        en: `your OpenCode with this package's plugin, in a throw-away project in block mode, refused a risky write: ${line}`,
        zh: `你的 OpenCode 与本软件包的插件，在一次性项目的 block 模式下，拒绝了有风险的写入：${line}`,
      });
    }
    return failed(
      isUnchanged
        ? `the model saw: ${results[0]?.slice(0, 200) ?? "no result"}`
        : "the write was not refused",
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return failed(deadline.aborted ? `no answer within ${PATIENCE / 1000} s` : reason);
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

function listIn(value: unknown, name: string): unknown[] {
  const list = field(value, name);
  return Array.isArray(list) ? list : [];
}

function failed(reason: string): Check {
  return problem(
    NAME,
    { en: `no refusal in OpenCode: ${reason}`, zh: `OpenCode 中没有拒绝：${reason}` },
    {
      en: "see the other lines; if they are all ok, please report this",
      zh: "请看其他各行；如果都正常，请报告此问题",
    },
  );
}
