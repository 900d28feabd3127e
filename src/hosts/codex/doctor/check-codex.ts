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
import { field, variablesIn } from "../../shared/payload.ts";
import { CODEX } from "../about.ts";
import { type ReadSetup, CONFIG, readSetups } from "../setup/codex-places.ts";
import { planInstall } from "../setup/plan-setup.ts";

const NAME = "plugin entry";
const INSTALL = installAgain(CODEX);

/** Checks Codex's version, the Node that it would start, our parts in its files, and its trust in our hooks. */
export async function checkCodex(start: StartPoint): Promise<Check[]> {
  const codex = findProgram(CODEX.program, start.machine);
  const folder = join(ownPackage().root, "dist", CODEX.id);
  return [...checkServed(CODEX, start), ...(await checkSetup(start, folder, codex))];
}

/** Checks that our parts are installed once, and just as this version would install them. */
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
    ...(await Promise.all(installed.map((setup) => compare(setup, start, folder, codex)))).flat(),
    ...(acting === undefined ? [] : checkServer(acting, start)),
    ...(field(setups[0]?.value, "features", "memories") === true ? [ownMemory(CODEX)] : []),
  ];
}

/** Compares with what install would write now: a file that it would change is out of date. */
async function compare(
  { scope, hooks }: ReadSetup,
  start: StartPoint,
  folder: string,
  codex: string | undefined,
): Promise<Check[]> {
  const { changes, copies, left } = await planInstall(start, scope, folder, codex);
  const paths = [...changes.map(({ file }) => file.path), ...copies.map(({ path }) => path)];
  const more = paths.length > 1 ? ` (+${paths.length - 1})` : "";
  const other = {
    en: `${paths[0]} is not what this version installs${more}`,
    zh: `${paths[0]} 与这个版本安装的不同${more}`,
  };
  const asInstalled = { en: `${hooks}, from ${folder}`, zh: `${hooks}，来自 ${folder}` };
  // Codex skips hooks that differ from those it trusts, and allows calls that no server judges.
  const isUnguarded = paths.some((path) => path === hooks || path.endsWith(CONFIG));
  const differs = isUnguarded ? problem(NAME, other, INSTALL) : warning(NAME, other, INSTALL);
  const found = paths.length === 0 ? ok(NAME, asInstalled) : differs;
  const isLeft = left !== undefined && codex !== undefined;
  return [found, ...(isLeft ? [{ name: "trust", level: "problem", what: left } as const] : [])];
}

/** Checks the config of the server that our hooks ask. */
function checkServer({ server, config }: ReadSetup, start: StartPoint): Check[] {
  const isOff = field(server, "enabled") === false;
  const what = { en: `${config} switches our server off`, zh: `${config} 关闭了我们的服务` };
  const fix = { en: "set it to true there", zh: "请在该处设为 true" };
  return [
    ...(isOff ? [problem(NAME, what, fix)] : []),
    ...checkGiven(variablesIn(field(server, "env")), config, start),
  ];
}

function isTwice(setups: readonly ReadSetup[]): Check {
  const files = setups.map(({ hooks }) => hooks).join(", ");
  const what = {
    en: `our hooks are in ${files}: each runs twice`,
    zh: `我们的钩子同时在 ${files} 中：每个运行两次`,
  };
  const command = "memory-bank uninstall --project --host codex";
  return problem(NAME, what, { en: `keep one: ${command}`, zh: `请只保留一处：${command}` });
}
