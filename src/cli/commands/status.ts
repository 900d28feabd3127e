import { join } from "node:path";
import { colors } from "../colors.ts";
import { DOC_EXTENSION, ENTRY } from "../../bank/layout.ts";
import { layoutOf } from "../../bank/layouts.ts";
import { detectFlow } from "../../plans/detect-flow.ts";
import { ROLES, ROLE_NAMES, playersOf } from "../../bank/roles.ts";
import { findVersion } from "../../bank/markers.ts";
import type { BankLocation } from "../../io/bank/find-bank.ts";
import { findOffered, placeToRefresh } from "../../io/bank/find-offered.ts";
import { describeTrouble } from "../../io/plan/plan-error.ts";
import { readBankState } from "../../io/bank/bank-state.ts";
import type { BankPlace } from "../../io/plan/check-plan.ts";
import { readPlan } from "../../io/plan/read-plan.ts";
import { readText, statOf } from "../../io/disk/read.ts";
import type { Flow, Language, Text } from "../../types.ts";
import { locateAll, refuseAllAndBank } from "../all-banks.ts";
import { describeSetting, listSettings } from "../describe-settings.ts";
import { readAdoption } from "../adoption.ts";
import { counted, formatBytes, localTime } from "../format.ts";
import { bytesOf, openKept } from "../kept.ts";
import { type Located, locate, openAt } from "../open.ts";
import { print, printJson } from "../print.ts";
import { hereAndNow, say } from "../say.ts";
import { showFacts } from "../show-facts.ts";
import { ALL_BANKS, AS_JSON, BANK, WHERE, type CommandFile } from "../usage.ts";

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
  readonly json?: true;
}

async function run(dir: string, options: Options): Promise<void> {
  const place = await locate(dir, options.bank);
  if (options.all) {
    await showAll(place, options);
    return;
  }
  const report = await readStatus(place);
  if (options.json) printJson(report);
  else show(report);
}

async function showAll(place: Located, options: Options): Promise<void> {
  refuseAllAndBank(options);
  const reports: Report[] = [];
  for (const each of await locateAll(place)) reports.push(await readStatus(each));
  if (options.json) {
    printJson({ root: place.root, banks: reports });
    return;
  }
  for (const [at, report] of reports.entries()) {
    if (at > 0) print();
    show(report);
  }
}

type Report = Awaited<ReturnType<typeof readStatus>>;

async function readStatus(place: Located) {
  const { location: found, bank, settings, problems } = await openAt(place);
  const offered = findOffered(found);
  const location = offered.length === 1 ? placeToRefresh(found) : found;
  const prompt = bank.renderPrompt();
  const { kept, problems: unkept } = summarizeKept(location);
  return {
    root: location.root,
    bank: location.bank,
    exists: location.exists,
    offered: offered.map(({ name }) => name),
    ...describeBank(location.bank),
    planned: countPlanned(location, settings.lang),
    conventions: bank.conventions.map(({ address }) => address),
    language: bank.language,
    guardMode: settings.guardMode,
    settings: listSettings(place),
    promptChars: prompt.length,
    maxChars: settings.maxChars,
    kept: kept ?? null,
    problems: [...problems, ...unkept],
    ...(!location.exists && { prompt }),
  };
}

function show(report: Report): void {
  const { exists, promptChars, maxChars, kept } = report;
  const share = Math.round((100 * promptChars) / maxChars);
  const none = colors.yellow(say({ en: " (none yet)", zh: "（还没有）" }));
  showFacts([
    [{ en: "Bank", zh: "记忆库" }, `${report.bank}${exists ? "" : none}`],
    [{ en: "Docs", zh: "文档" }, exists ? describeDocs(report) : undefined],
    [{ en: "Refresh", zh: "刷新" }, describePlanned(report)],
    [{ en: "Conventions", zh: "约定" }, describeConventions(report)],
    [{ en: "Roles", zh: "角色" }, exists ? describeRoles(report) : undefined],
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

function describeConventions({ conventions }: Report): string {
  return conventions.length > 0
    ? conventions.join("\n")
    : colors.yellow(say({ en: "none: nothing is gated", zh: "没有：不设闸门" }));
}

function describePlanned({ planned, flow, bank, offered }: Report): string {
  if (offered.length > 1) return say(describeTrouble("several", offered.join(", ")));
  if (planned === 0) return say({ en: "nothing to do", zh: "无需操作" });
  const adoption = readAdoption(bank);
  if (adoption !== undefined) return `${say(adoption)}: memory-bank refresh --dry-run`;
  const what = say(WOULD[flow]);
  return say({
    en: `would ${what}: see memory-bank refresh --dry-run`,
    zh: `会${what}：见 memory-bank refresh --dry-run`,
  });
}

/** Beside the conventions, which have a line of their own. */
function describeRoles({ roles }: Report): string | undefined {
  const lines = ROLES.flatMap((role) =>
    role === "conventions" || roles[role] === undefined
      ? []
      : [`${say(ROLE_NAMES[role])}: ${roles[role]}`],
  );
  return lines.length === 0 ? undefined : lines.join("\n");
}

function describeDocs({ docs, bytes, template }: Report): string {
  const version = template ?? colors.yellow(say({ en: "none", zh: "无" }));
  const size = formatBytes(bytes);
  return say({
    en: `${counted(docs, "doc")}, ${size}; template ${version}`,
    zh: `${counted(docs, "doc")}，${size}；模板 ${version}`,
  });
}

function describeKept({ incidents, since, bytes, folder }: NonNullable<Report["kept"]>): string {
  const time = localTime(Date.parse(since));
  const size = formatBytes(bytes);
  const summary = say({
    en: `${counted(incidents, "incident")} since ${time}, ${size}: see memory-bank restore`,
    zh: `${time} 以来 ${counted(incidents, "incident")}，${size}：见 memory-bank restore`,
  });
  return `${summary}\n${colors.dim(folder)}`;
}

const WOULD: Readonly<Record<Flow, Text>> = {
  init: { en: "build the bank", zh: "建立记忆库" },
  upgrade: { en: "upgrade the entry", zh: "升级入口" },
  migrate: { en: "migrate the old layout", zh: "迁移旧结构" },
  adopt: { en: "adopt the bank", zh: "接管记忆库" },
  refresh: { en: "bring rows and indexes up to date", zh: "更新各行与索引" },
};

/** How many things refresh would do; null where it cannot say. */
function countPlanned(place: BankPlace, lang: Language | undefined): number | null {
  const result = readPlan(place, { lang, ...hereAndNow() });
  return result.kind === "plan" ? result.plan.operations.length : null;
}

function describeBank(bank: string) {
  const { exists, paths } = readBankState(bank);
  const read = (path: string) => (paths.includes(path) ? readText(join(bank, path)) : undefined);
  const docs = paths.filter((path) => path.endsWith(DOC_EXTENSION));
  return {
    flow: detectFlow({ exists, paths, read }),
    layout: layoutOf(paths) ?? null,
    template: findVersion(read(ENTRY) ?? "")?.value ?? null,
    docs: docs.length,
    roles: Object.fromEntries(
      ROLES.flatMap((role) =>
        playersOf(role, docs)
          .slice(0, 1)
          .map((place) => [role, place]),
      ),
    ),
    bytes: docs.reduce((sum, path) => sum + (statOf(join(bank, path))?.size ?? 0), 0),
  };
}

/** What is kept aside; undefined when there is nothing. Trouble with it must not hide the rest. */
function summarizeKept(location: BankLocation) {
  try {
    const { incidents, damaged, folder } = openKept(location);
    const problems = damaged.map(({ id, reason }) =>
      say({
        en: `kept versions ${id} are damaged: ${reason}`,
        zh: `留存版本 ${id} 已损坏：${reason}`,
      }),
    );
    const oldest = incidents.at(-1);
    if (oldest === undefined) return { kept: undefined, problems };
    const since = new Date(oldest.time).toISOString();
    const bytes = incidents.reduce((sum, incident) => sum + bytesOf(incident), 0);
    return { kept: { incidents: incidents.length, since, bytes, folder }, problems };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const problem = say({ en: `kept versions: ${reason}`, zh: `留存版本：${reason}` });
    return { kept: undefined, problems: [problem] };
  }
}
