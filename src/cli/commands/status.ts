import { join } from "node:path";
import { colors } from "../colors.ts";
import { ROLES, ROLE_NAMES, playersOf } from "../../bank/roles.ts";
import { switchedOff } from "../../hosts/host.ts";
import { findVersion } from "../../bank/markers.ts";
import { findOffered, placeToRefresh } from "../../io/bank/find-offered.ts";
import { describeTrouble } from "../../io/plan/plan-error.ts";
import { readPlan } from "../../io/plan/read-plan.ts";
import { statOf } from "../../io/disk/read.ts";
import type { Flow, Text } from "../../types.ts";
import { describeSetting, listSettings } from "../describe-settings.ts";
import { counted, formatBytes, localTime } from "../format.ts";
import { bytesOf, openKept } from "../kept.ts";
import { describeAdoption, lookAtBank } from "../look-at-bank.ts";
import { type Located, locate, locateAll, openAt } from "../open.ts";
import { print, printFacts } from "../print.ts";
import { hereAndNow, say } from "../say.ts";
import { ALL_BANKS, AS_JSON, type Answer, BANK, type CommandFile, WHERE } from "../usage.ts";

export const status: CommandFile = {
  about: {
    en: "show the bank that a host started here would use, and what its prompt gets",
    zh: "显示在此启动的宿主会使用的记忆库，以及提示会得到什么",
  },
  takes: { "[dir]": WHERE, "--bank <folder>": BANK, "--all": ALL_BANKS, "--json": AS_JSON },
  examples: ["status", "status packages/api --json", "status --all"],
  run,
};

interface Options {
  readonly bank?: string;
  readonly all?: true;
}

async function run(dir: string, options: Options): Promise<Answer> {
  const place = await locate(dir, options.bank);
  if (!options.all) {
    const report = await readStatus(place);
    return { data: report, show: () => show(report) };
  }
  const banks: Report[] = [];
  for (const each of await locateAll(place)) banks.push(await readStatus(each));
  return {
    data: { root: place.root, banks },
    show: () => {
      for (const [at, report] of banks.entries()) {
        if (at > 0) print();
        show(report);
      }
    },
  };
}

type Report = Awaited<ReturnType<typeof readStatus>>;

async function readStatus(place: Located) {
  const { location: found, bank, settings, problems } = await openAt(place);
  const offered = findOffered(found);
  const location = offered.length === 1 ? placeToRefresh(found) : found;
  const { docs, layout, flow, entry } = lookAtBank(location.bank);
  const planned = readPlan(location, { lang: settings.lang, ...hereAndNow() });
  const players = ROLES.map((role) => [role, playersOf(role, docs)[0]] as const);
  const { incidents, damaged, folder } = openKept(location);
  const oldest = incidents.at(-1);
  const prompt = bank.renderPrompt();
  const off = switchedOff(place.sources.disabled ?? "MEMORY_BANK_DISABLED").what;
  return {
    root: location.root,
    bank: location.bank,
    exists: location.exists,
    offered: offered.map(({ name }) => name),
    flow,
    layout: layout ?? null,
    template: findVersion(entry ?? "")?.value ?? null,
    docs: docs.length,
    roles: Object.fromEntries(players.filter(([, doc]) => doc !== undefined)),
    bytes: docs.reduce((sum, path) => sum + (statOf(join(location.bank, path))?.size ?? 0), 0),
    /** How many things refresh would do; null where it cannot say. */
    planned: planned.kind === "plan" ? planned.plan.operations.length : null,
    conventions: bank.conventions.map(({ address }) => address),
    language: bank.language,
    guardMode: settings.guardMode,
    settings: listSettings(place),
    promptChars: prompt.length,
    maxChars: settings.maxChars,
    kept: oldest
      ? {
          incidents: incidents.length,
          since: new Date(oldest.time).toISOString(),
          bytes: bytesOf(incidents),
          folder,
        }
      : null,
    problems: [
      ...(settings.disabled ? [say(off)] : []),
      ...problems,
      ...damaged.map(({ id, reason }) =>
        say({
          en: `kept versions ${id} are damaged: ${reason}`,
          zh: `留存版本 ${id} 已损坏：${reason}`,
        }),
      ),
    ],
    ...(!location.exists && { prompt }),
  };
}

function show(report: Report): void {
  const { exists, conventions, roles, promptChars, maxChars, kept } = report;
  const share = Math.round((100 * promptChars) / maxChars);
  const none = colors.yellow(say({ en: " (none yet)", zh: "（还没有）" }));
  // Conventions have a line of their own.
  const players = ROLES.filter((role) => role !== "conventions" && roles[role] !== undefined);
  const named = players.map((role) => `${say(ROLE_NAMES[role])}: ${roles[role]}`).join("\n");
  const ungated = colors.yellow(say({ en: "none: nothing is gated", zh: "没有：不设闸门" }));
  printFacts([
    [{ en: "Bank", zh: "记忆库" }, `${report.bank}${exists ? "" : none}`],
    [{ en: "Docs", zh: "文档" }, exists ? describeDocs(report) : undefined],
    [{ en: "Refresh", zh: "刷新" }, describePlanned(report)],
    [{ en: "Conventions", zh: "约定" }, conventions.join("\n") || ungated],
    [{ en: "Roles", zh: "角色" }, exists && named !== "" ? named : undefined],
    [
      { en: "Prompt", zh: "提示" },
      say({
        en: `${promptChars} of ${maxChars} characters (${share} %)`,
        zh: `${promptChars} / ${maxChars} 个字符（${share} %）`,
      }),
    ],
    [{ en: "Settings", zh: "设置" }, report.settings.map(describeSetting).join("\n")],
    [{ en: "Language", zh: "语言" }, report.language],
    [{ en: "Kept", zh: "留存" }, kept === null ? undefined : describeKept(kept)],
  ]);
  for (const problem of report.problems) print(colors.yellow(`! ${problem}`));
}

function describePlanned({ planned, flow, bank, offered }: Report): string {
  if (offered.length > 1) return say(describeTrouble("several", offered.join(", ")));
  if (planned === 0) return say({ en: "nothing to do", zh: "无需操作" });
  const adoption = describeAdoption(bank);
  if (adoption !== undefined) return `${say(adoption)}: memory-bank refresh --dry-run`;
  const what = say(WOULD[flow]);
  return say({
    en: `would ${what}: see memory-bank refresh --dry-run`,
    zh: `会${what}：见 memory-bank refresh --dry-run`,
  });
}

const WOULD: Readonly<Record<Flow, Text>> = {
  init: { en: "build the bank", zh: "建立记忆库" },
  upgrade: { en: "upgrade the entry", zh: "升级入口" },
  migrate: { en: "migrate the old layout", zh: "迁移旧结构" },
  adopt: { en: "adopt the bank", zh: "接管记忆库" },
  refresh: { en: "bring rows and indexes up to date", zh: "更新各行与索引" },
};

function describeDocs({ docs, bytes, template }: Report): string {
  const version = template ?? colors.yellow(say({ en: "none", zh: "无" }));
  const size = formatBytes(bytes);
  return say({
    en: `${counted(docs, "doc")}, ${size}; template ${version}`,
    zh: `${counted(docs, "doc")}，${size}；模板 ${version}`,
  });
}

function describeKept({ incidents, since, bytes, folder }: NonNullable<Report["kept"]>): string {
  const [times, time, size] = [
    counted(incidents, "incident"),
    localTime(Date.parse(since)),
    formatBytes(bytes),
  ];
  const summary = say({
    en: `${times} since ${time}, ${size}: see memory-bank restore`,
    zh: `${time} 以来 ${times}，${size}：见 memory-bank restore`,
  });
  return `${summary}\n${colors.dim(folder)}`;
}
