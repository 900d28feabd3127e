import { readSettings } from "../../../runtime/settings.ts";
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
import { checkProgram, majorOf, versionOf } from "./check-program.ts";
import { findProgram } from "./find-program.ts";

const OLDEST_NODE = 20;

/** For a host that runs our server: checks the host's version, and that of the Node which starts the server. */
export function checkServed(about: HostAbout, { machine }: StartPoint): Check[] {
  const program = findProgram(about.program, machine);
  return [
    checkProgram(about, program, versionOf(program)),
    checkNode(findProgram({ command: "node" }, machine)),
  ];
}

/** The host starts our server with the `node` on its path. */
function checkNode(path: string | undefined): Check {
  const version = versionOf(path);
  const found = path === undefined ? "–" : `${version}, ${path}`;
  if (majorOf(version ?? "") >= OLDEST_NODE) return ok("node", both(found));
  const what = {
    en: `the plugin's server does not start with the node on the path: ${found}`,
    zh: `PATH 中的 node 无法启动插件的服务：${found}`,
  };
  return problem("node", what, {
    en: `put Node ${OLDEST_NODE} or later on the path`,
    zh: `请把 Node ${OLDEST_NODE} 或更新的版本放入 PATH`,
  });
}

/** Checks our settings in a host's config: variables for our server, or options of the plugin. */
export function checkGiven(
  env: Readonly<Record<string, string>>,
  path: string,
  start: Pick<StartPoint, "directory" | "worktree">,
  options?: unknown,
): Check[] {
  const { settings, problems } = readSettings(env, options, start, []);
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

/** A fact that is missing from the bank may be in the host's own notes, so doctor mentions them. */
export function ownMemory({ name }: HostAbout): Check {
  return ok("memory", {
    en: `${name}'s own memory is on: its notes are on this machine only, what the team should know belongs in the bank`,
    zh: `${name} 自带的记忆已开启：它的笔记只在本机，团队应知道的内容请写入记忆库`,
  });
}
