import { readFileSync } from "node:fs";
import { join } from "node:path";
import { showProgress } from "../progress.ts";
import { say } from "../say.ts";
import { type Check, ok, problem } from "./check.ts";
import { startServer } from "./opencode-server.ts";
import { startScriptedModel } from "./scripted-model.ts";
import { MANIFEST, makeTrial } from "./trial-project.ts";

const NAME = "live";
/** All of it together. */
const PATIENCE = 60_000;

/** A real turn in the user's own OpenCode: a scripted model tries a risky write, and the plugin answers. */
export async function checkLive(opencode: string, plugin: string): Promise<Check> {
  const deadline = AbortSignal.timeout(PATIENCE);
  const trial = makeTrial();
  const filePath = join(trial.project, "package.json");
  const model = await startScriptedModel("write", { filePath, content: "{}" });
  let server: Awaited<ReturnType<typeof startServer>> | undefined;
  try {
    showProgress(say({ en: "starting OpenCode", zh: "正在启动 OpenCode" }));
    server = await startServer(opencode, plugin, model.url, trial, deadline);
    showProgress(say({ en: "playing one turn", zh: "正在运行一轮对话" }));
    const { id } = toRecord(await server.post("/session", {}));
    const text = "Change the manifest.";
    await server.post(`/session/${String(id)}/message`, { parts: [{ type: "text", text }] });
    const refusal = model.results.find((result) => result.includes("(rule: read-before-write)"));
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
        ? `the model saw: ${model.results[0]?.slice(0, 200) ?? "no result"}`
        : "the write was not refused",
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return failed(deadline.aborted ? `no answer within ${PATIENCE / 1000} s` : reason);
  } finally {
    await server?.stop();
    model.stop();
    trial.remove();
  }
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

function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null
    ? Object.fromEntries(Object.entries(value))
    : {};
}
