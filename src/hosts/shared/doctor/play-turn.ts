import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import type { Text } from "../../../types.ts";
import { type Check, ok, problem } from "../../host.ts";
import { listIn } from "../payload.ts";
import { MANIFEST, type Trial, type TrialHost, makeTrial } from "./trial.ts";

const NAME = "live";
/** All of it together, in milliseconds. */
const PATIENCE = 60_000;
export const RULE = "(rule: read-before-write)";

/** A real turn in the user's own host: a scripted model tries a risky write, and the plugin answers. */
export async function playTurn(
  host: TrialHost,
  program: string,
  onProgress: (what: Text) => void,
): Promise<Check> {
  const { name } = host;
  onProgress({ en: `playing one turn in ${name}`, zh: `正在 ${name} 中运行一轮对话` });
  const deadline = AbortSignal.timeout(PATIENCE);
  const results: string[] = [];
  const model = await host.serveModel((body) => {
    const shown = host.resultsIn(body);
    results.push(...shown);
    // A request for a title comes without tools.
    const call = listIn(body, "tools").length > 0 ? calls[shown.length] : undefined;
    return call === undefined ? { text: "Done." } : { calls: [call] };
  });
  const trial = makeTrial(host, model.url);
  const calls = [...host.callsBefore(trial.manifest), host.riskyCall(trial.manifest)];
  try {
    await host.setUp(trial, model.url, program);
    await runHost(program, host.args, trial, deadline);
    return judge(name, results, readFileSync(trial.manifest, "utf8") === MANIFEST);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return failed(name, deadline.aborted ? `no answer within ${PATIENCE / 1000} s` : reason);
  } finally {
    await model.stop();
    trial.remove();
  }
}

/** Lets a host play one turn to its end; throws its last output if it fails. The host ends with this process. */
function runHost(
  program: string,
  args: readonly string[],
  { project, env }: Trial,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const options = { cwd: project, env, signal, killSignal: "SIGKILL" } as const;
    const child = execFile(program, args, options, (error, stdout, stderr) => {
      if (error === null) resolve();
      else reject(new Error((stderr || stdout).trim().slice(-300) || error.message));
    });
    child.stdin?.end();
    const leave = () => process.exit(2);
    const killNow = () => child.kill("SIGKILL");
    process.once("exit", killNow).once("SIGINT", leave).once("SIGTERM", leave);
    child.once("close", () =>
      process.off("exit", killNow).off("SIGINT", leave).off("SIGTERM", leave),
    );
  });
}

function judge(host: string, results: readonly string[], isUnchanged: boolean): Check {
  const refusal = results.find((result) => result.includes(RULE));
  if (refusal === undefined || !isUnchanged) {
    const seen = results.at(-1)?.slice(0, 200) ?? "no result";
    return failed(host, isUnchanged ? `the model saw: ${seen}` : "the write was not refused");
  }
  const [line = ""] = refusal.slice(refusal.indexOf("[Memory Bank]")).split("\n");
  return ok(NAME, {
    en: `your ${host} with this package's plugin, in a throw-away project in block mode, refused a risky write: ${line}`,
    zh: `你的 ${host} 与本软件包的插件，在一次性项目的 block 模式下，拒绝了有风险的写入：${line}`,
  });
}

function failed(host: string, reason: string): Check {
  return problem(
    NAME,
    { en: `no refusal in ${host}: ${reason}`, zh: `${host} 中没有拒绝：${reason}` },
    {
      en: "see the other lines; if they are all ok, please report this",
      zh: "请看其他各行；如果都正常，请报告此问题",
    },
  );
}
