import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { attempt } from "../../../io/disk/attempt.ts";
import { type Check, both, ok, problem, warning } from "../../host.ts";
import type { OwnPackage } from "../../own-package.ts";
import { textField } from "../../shared/payload.ts";
import { pluginFile } from "../setup/plugin-specifier.ts";
import { CLOSED } from "./closed-home.ts";
import { makeTrial } from "../../shared/doctor/trial-project.ts";

const NAME = "gate";
const PATIENCE = 30_000;

/** Loads the built plugin and fires a risky write at it: in the host's own Bun where there is one, else in Node. */
export function probePlugin(own: OwnPackage, opencode: string | undefined): Check[] {
  const plugin = pluginFile(own);
  if (!existsSync(plugin)) return [broken(`${plugin} is missing`, own)];
  const trial = makeTrial(CLOSED);
  try {
    const args = [join(own.root, "dist", "cli", "probe.js"), plugin, trial.project];
    const inHost = opencode && run(opencode, args, { ...trial.env, BUN_BE_BUN: "1" });
    if (inHost !== undefined && inHost !== "") return [toCheck(inHost, "OpenCode's Bun", own)];
    const inNode = toCheck(run(process.execPath, args, trial.env) ?? "", "Node", own);
    if (!opencode) return [inNode];
    return [
      inNode,
      warning(
        NAME,
        {
          en: `${opencode} does not run a script: the plugin was tried in Node only`,
          zh: `${opencode} 不能运行脚本：插件只在 Node 中试过`,
        },
        { en: "add --live, which starts OpenCode itself", zh: "加 --live，启动 OpenCode 本身" },
      ),
    ];
  } finally {
    trial.remove();
  }
}

/** The line that the probe printed; undefined where it never got so far. */
function run(program: string, args: string[], env: NodeJS.ProcessEnv): string | undefined {
  const { stdout } = spawnSync(program, args, { env, encoding: "utf8", timeout: PATIENCE });
  return (stdout ?? "").split("\n").findLast((line) => line.startsWith("{"));
}

function toCheck(line: string, where: string, own: OwnPackage): Check {
  const answer: unknown = attempt(() => JSON.parse(line), undefined);
  if (textField(answer, "refusal") === undefined)
    return broken(textField(answer, "failure") ?? "it did not answer", own);
  return ok(NAME, {
    en: `live in ${where}: a risky write was refused, and passed after the conventions were read`,
    zh: `在 ${where} 中有效：有风险的写入被拒绝，读过约定后通过`,
  });
}

function broken(reason: string, own: OwnPackage): Check {
  return problem(
    NAME,
    { en: `the plugin does not work: ${reason}`, zh: `插件不工作：${reason}` },
    both(`npm install ${own.name}@${own.version}`),
  );
}
