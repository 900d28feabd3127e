import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { readJson, readText } from "../../../io/disk/read-text.ts";
import { type Check, type StartPoint, ok, problem, warning } from "../../host.ts";
import type { OwnPackage } from "../../own-package.ts";
import { checkGiven } from "../../shared/doctor/check-given.ts";
import { field, listIn, textField } from "../../shared/payload.ts";
import { toHooks } from "../hook-table.ts";
import { groupsIn } from "../setup/our-hooks.ts";
import { type ReadSetup, ownEnvironment, readSetups } from "../setup/read-setup.ts";
import { isUntrusted } from "../setup/trust-of-folder.ts";
import { codexPlaces } from "../setup/codex-places.ts";

const NAME = "plugin entry";
const INSTALL = {
  en: "run memory-bank install --host codex",
  zh: "请运行 memory-bank install --host codex",
};

/** Is Codex told to ask us, once, and this version of us? */
export function checkSetup(start: StartPoint, own: Pick<OwnPackage, "version">): Check[] {
  const setups = readSetups(start);
  const installed = setups.filter(({ hasHooks }) => hasHooks);
  const acting = setups.findLast(({ server }) => server !== undefined);
  return [
    ...setups.filter(({ problem }) => problem !== undefined).map(unreadable),
    ...(installed.length === 0 ? [nowhere()] : []),
    ...(installed.length > 1 ? [twice(installed)] : []),
    ...installed.map((setup) => checkHooks(setup, acting?.server)),
    ...(installed.length === 0 ? [] : [checkServer(acting, own.version)]),
    ...(acting === undefined
      ? []
      : checkGiven(ownEnvironment(acting.server), acting.config, start)),
    ...(installed.every(({ scope }) => scope === "global") ? [] : checkFolder(start)),
  ];
}

function unreadable({ config, problem: what }: ReadSetup): Check {
  return problem(
    "configuration",
    { en: `${config} cannot be read: ${what}`, zh: `无法读取 ${config}：${what}` },
    { en: "mend that file", zh: "请修复该文件" },
  );
}

function nowhere(): Check {
  const what = { en: "Codex has no hooks of ours", zh: "Codex 中没有我们的钩子" };
  return problem(NAME, what, INSTALL);
}

function twice(setups: readonly ReadSetup[]): Check {
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

/** The table of hooks, as this version would write it for the server that is there. */
function checkHooks({ hooks: path }: ReadSetup, server: unknown): Check {
  const groups = groupsIn(readText(path) ?? "").filter(({ isOurs }) => isOurs);
  const net = groups.map(({ value }) => commandIn(value)).find((text) => text !== undefined);
  const events = [...new Set(groups.map(({ event }) => event))];
  const found = events.map((event) => [
    event,
    groups.filter((group) => group.event === event).map(({ value }) => value),
  ]);
  const wanted = Object.entries(toHooks(net ?? ""));
  const isCurrent = sorted(found) === sorted(wanted);
  const isWhole = server !== undefined && isCurrent;
  if (isWhole) {
    return ok(NAME, {
      en: `${path} has our hooks for ${events.length} events`,
      zh: `${path} 有我们的钩子，覆盖 ${events.length} 种事件`,
    });
  }
  const what = {
    en: `${path} has our hooks, but not those of this version`,
    zh: `${path} 有我们的钩子，但不是这个版本的`,
  };
  return warning(NAME, what, INSTALL);
}

function sorted(table: readonly (readonly unknown[])[]): string {
  return JSON.stringify(
    table.toSorted(([one], [other]) => String(one).localeCompare(String(other))),
  );
}

function commandIn(group: unknown): string | undefined {
  return listIn(group, "hooks")
    .map((hook) => textField(hook, "command"))
    .find((command) => command !== undefined);
}

/** Our hooks ask a server that the config names, and that must be there. */
function checkServer(acting: ReadSetup | undefined, ownVersion: string): Check {
  if (acting === undefined) {
    const what = {
      en: "no config names the server that our hooks ask: where there is a bank, they refuse commands and patches",
      zh: "没有配置写明钩子所询问的服务：在有记忆库的地方，命令和补丁都会被拒绝",
    };
    return problem(NAME, what, INSTALL);
  }
  const { server, config } = acting;
  const [path] = listIn(server, "args").map(String);
  if (field(server, "enabled") === false) {
    const what = { en: `${config} switches our server off`, zh: `${config} 关闭了我们的服务` };
    return problem(NAME, what, { en: "set it to true there", zh: "请在该处设为 true" });
  }
  if (path === undefined || !existsSync(path)) {
    const what = {
      en: `${config} names ${path}, which is not there`,
      zh: `${config} 写的是 ${path}，但它不存在`,
    };
    return problem(NAME, what, INSTALL);
  }
  const version = textField(readJson(join(dirname(path), "..", "..", "package.json")), "version");
  const where = {
    en: `${version ?? "a server"} at ${path}, named in ${config}`,
    zh: `${path}，版本 ${version ?? "未知"}，写在 ${config} 中`,
  };
  if (version === ownVersion) return ok(NAME, where);
  const other = {
    en: `${where.en}; this is ${ownVersion}`,
    zh: `${where.zh}；当前为 ${ownVersion}`,
  };
  return warning(NAME, other, INSTALL);
}

function checkFolder(start: StartPoint): Check[] {
  if (!isUntrusted(start)) return [];
  const { root } = codexPlaces(start);
  return [
    problem(
      NAME,
      {
        en: `Codex does not trust ${root}: it takes nothing from its .codex folder`,
        zh: `Codex 不信任 ${root}：它不采用其中 .codex 文件夹的任何内容`,
      },
      {
        en: 'start "codex" there and trust it, or install with --global',
        zh: '请在那里启动 "codex" 并信任它，或用 --global 安装',
      },
    ),
  ];
}
