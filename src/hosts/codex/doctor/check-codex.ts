import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Check, type StartPoint, ok, problem, warning } from "../../host.ts";
import { ownPackage } from "../../own-package.ts";
import {
  checkGiven,
  checkServed,
  installAgain,
  ownMemory,
  unreadable,
} from "../../shared/doctor/check-served.ts";
import { findProgram } from "../../shared/doctor/find-program.ts";
import { field, listIn } from "../../shared/payload.ts";
import { CODEX } from "../about.ts";
import { type ReadSetup, hasOwnMemory, ownEnvironment, readSetups } from "../setup/codex-places.ts";
import { planInstall } from "../setup/plan-setup.ts";
import { checkTrust } from "./check-trust.ts";
import { TRIAL } from "./trial.ts";

const NAME = "plugin entry";
const INSTALL = installAgain(CODEX);

/** Its version, our server in the Node that it would start, what its files say of us, and whether it trusts that. */
export async function checkCodex(start: StartPoint, isLive: boolean): Promise<Check[]> {
  const codex = findProgram(CODEX.program, start.machine);
  const folder = join(ownPackage().root, "dist", CODEX.id);
  return [
    ...(await checkServed(CODEX, TRIAL, start, isLive)),
    ...(await checkSetup(start, folder, codex)),
    ...(await checkTrust(start, codex)),
    ...ownMemory(CODEX, hasOwnMemory(start)),
  ];
}

/** Is Codex told to ask us, once, and just as this package would tell it? */
export async function checkSetup(
  start: StartPoint,
  folder: string,
  codex: string | undefined,
): Promise<Check[]> {
  const setups = readSetups(start);
  const broken = setups.flatMap(({ config, problem: why }) =>
    why === undefined ? [] : [unreadable(config, why)],
  );
  if (broken.length > 0) return broken;
  const installed = setups.filter(({ hasHooks }) => hasHooks);
  if (installed.length === 0) {
    const what = { en: "Codex has no hooks of ours", zh: "Codex 中没有我们的钩子" };
    return [problem(NAME, what, INSTALL)];
  }
  const acting = setups.findLast(({ server }) => server !== undefined);
  return [
    ...(installed.length > 1 ? [isTwice(installed)] : []),
    ...(await Promise.all(installed.map((setup) => compare(setup, start, folder, codex)))),
    ...checkServer(acting, start),
  ];
}

/** What install would change now is not as this version has it. */
async function compare(
  { scope, hooks }: ReadSetup,
  start: StartPoint,
  folder: string,
  codex: string | undefined,
): Promise<Check> {
  const { changes, copies } = await planInstall(start, scope, folder, codex);
  const paths = [...changes.map(({ file }) => file.path), ...copies.map(({ path }) => path)];
  if (paths.length === 0)
    return ok(NAME, { en: `${hooks}, from ${folder}`, zh: `${hooks}，来自 ${folder}` });
  const more = paths.length > 1 ? ` (+${paths.length - 1})` : "";
  const what = {
    en: `${paths[0]} is not what this version installs${more}`,
    zh: `${paths[0]} 与这个版本安装的不同${more}`,
  };
  return warning(NAME, what, INSTALL);
}

/** Our hooks ask a server that the config names; without it the net refuses what could write. */
function checkServer(acting: ReadSetup | undefined, start: StartPoint): Check[] {
  const [path = ""] = listIn(acting?.server, "args").map(String);
  if (acting === undefined || !existsSync(path)) {
    const what = {
      en: "the server that our hooks ask is not there: where there is a bank, they refuse commands and patches",
      zh: "钩子所询问的服务不存在：在有记忆库的地方，命令和补丁都会被拒绝",
    };
    return [problem(NAME, what, INSTALL)];
  }
  const { server, config } = acting;
  const isOff = field(server, "enabled") === false;
  const what = { en: `${config} switches our server off`, zh: `${config} 关闭了我们的服务` };
  const fix = { en: "set it to true there", zh: "请在该处设为 true" };
  return [
    ...(isOff ? [problem(NAME, what, fix)] : []),
    ...checkGiven(ownEnvironment(server), config, start),
  ];
}

function isTwice(setups: readonly ReadSetup[]): Check {
  const files = setups.map(({ hooks }) => hooks).join(", ");
  return problem(
    NAME,
    {
      en: `our hooks are in ${files}: each runs twice`,
      zh: `我们的钩子同时在 ${files} 中：每个运行两次`,
    },
    {
      en: "keep one: memory-bank uninstall --project --host codex",
      zh: "请只保留一处：memory-bank uninstall --project --host codex",
    },
  );
}
