import { join } from "node:path";
import { readGiven } from "../../../runtime/settings.ts";
import type { Text } from "../../../types.ts";
import {
  type Check,
  type HostAbout,
  type StartPoint,
  both,
  ok,
  problem,
  switchedOff,
  warning,
} from "../../host.ts";
import { ownPackage } from "../../own-package.ts";
import { checkProgram, versionOf } from "./check-program.ts";
import { askVersion, findProgram } from "./find-program.ts";
import { probe } from "./probe.ts";
import type { TrialHost } from "./trial.ts";
import { majorOf } from "./versions.ts";

const OLDEST_NODE = 20;

/** Of a host that asks a server of ours: its version, and our server in the Node that it would start. */
export async function checkServed(
  about: HostAbout,
  trial: TrialHost,
  { machine }: StartPoint,
  isLive: boolean,
): Promise<Check[]> {
  const program = findProgram(about.program, machine);
  const node = findProgram({ command: "node" }, machine);
  const file = join(ownPackage().root, "dist", about.id, "server.js");
  const command = [node ?? process.execPath, file] as const;
  return [
    checkProgram(about, program, versionOf(program, trial)),
    checkNode(node, { ...machine.env }),
    await probe(trial, { command, where: "Node", file }, isLive),
  ];
}

/** A host starts our server with the Node that is on its path. */
export function checkNode(path: string | undefined, env: NodeJS.ProcessEnv): Check {
  const version = path === undefined ? undefined : askVersion(path, env);
  if (path !== undefined && version !== undefined && majorOf(version) >= OLDEST_NODE)
    return ok("node", both(`${version}, ${path}`));
  const what =
    path === undefined
      ? {
          en: "there is no node on the path: the plugin's server does not start",
          zh: "PATH 中没有 node：插件的服务无法启动",
        }
      : { en: `${path} is version ${version}: too old`, zh: `${path} 版本 ${version} 太旧` };
  return problem("node", what, {
    en: `put Node ${OLDEST_NODE} or later on the path`,
    zh: `请把 Node ${OLDEST_NODE} 或更新的版本放入 PATH`,
  });
}

/** What a host's own config puts into the environment of our server. */
export function checkGiven(
  env: Readonly<Record<string, string>>,
  path: string,
  start: StartPoint,
): Check[] {
  const { settings, problems } = readGiven(env, undefined, start);
  const bad = problems.map((text) =>
    warning("settings", both(text), { en: `correct it in ${path}`, zh: `请在 ${path} 中更正` }),
  );
  return settings.disabled ? [...bad, switchedOff(path)] : bad;
}

export function unreadable(path: string, why: string): Check {
  return problem(
    "configuration",
    { en: `${path} cannot be read: ${why}`, zh: `无法读取 ${path}：${why}` },
    { en: "fix that file", zh: "请修复该文件" },
  );
}

export function installAgain({ id }: HostAbout): Text {
  return {
    en: `run memory-bank install --host ${id}`,
    zh: `请运行 memory-bank install --host ${id}`,
  };
}

/** Notes of the host's own are no fault; who wonders where a fact went should know of them. */
export function ownMemory({ name }: HostAbout, isOn: boolean): Check[] {
  if (!isOn) return [];
  return [
    ok("memory", {
      en: `${name}'s own memory is on: its notes are on this machine only, what the team should know belongs in the bank`,
      zh: `${name} 自带的记忆已开启：它的笔记只在本机，团队应知道的内容请写入记忆库`,
    }),
  ];
}
