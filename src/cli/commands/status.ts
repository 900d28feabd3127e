import { join } from "node:path";
import { colors } from "../colors.ts";
import { ROLES, ROLE_NAMES, playersOf } from "../../bank/roles.ts";
import { switchedOff } from "../../hosts/host.ts";
import { findVersion } from "../../bank/markers.ts";
import { findOffered, placeToRefresh } from "../../io/bank/find-offered.ts";
import { describeTrouble } from "../../io/plan/plan-error.ts";
import { readPlan } from "../../io/plan/read-plan.ts";
import { statOf } from "../../io/disk/read.ts";
import { counted, formatBytes } from "../format.ts";
import { describeKept, openKept } from "../kept.ts";
import { WOULD, describeSettings, UNGATED, listSettings, lookAtBank } from "../look-at-bank.ts";
import { type Located, locate, locateAll, openAt } from "../open.ts";
import { print, printFacts } from "../print.ts";
import { hereAndNow, say } from "../say.ts";
import { type Answer, AS_JSON, type CommandFile, type Options, PLACES } from "../usage.ts";

export const status: CommandFile = {
  about: { en: "show the bank here, and what the prompt gets", zh: "显示此处的记忆库与提示内容" },
  takes: { ...PLACES, "--json": AS_JSON },
  examples: ["status", "status packages/api --json", "status --all"],
  run,
};

async function run(options: Options): Promise<Answer> {
  const place = await locate(options);
  const banks: Report[] = [];
  for (const each of options.all ? await locateAll(place) : [place])
    banks.push(await readStatus(each));
  return {
    data: options.all ? { root: place.root, banks } : banks[0],
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
  const { bank, problems } = await openAt(place);
  const { settings } = place;
  const offered = findOffered(place);
  const location = offered.length === 1 ? placeToRefresh(place) : place;
  const { docs, layout, flow, entry } = lookAtBank(location.bank);
  const planned = readPlan(location, { lang: settings.lang, ...hereAndNow() });
  const players = ROLES.map((role) => [role, playersOf(role, docs)[0]] as const);
  const { incidents, folder, bytes } = openKept(location);
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
    /** How many operations refresh would do; null if no plan can be made. */
    planned: planned.kind === "plan" ? planned.plan.operations.length : null,
    conventions: bank.conventions.map(({ address }) => address),
    ungated: bank.conventions.length === 0 ? say(UNGATED) : null,
    language: bank.language,
    guardMode: settings.guardMode,
    settings: listSettings(place),
    promptChars: prompt.length,
    maxChars: settings.maxChars,
    kept: oldest
      ? { incidents: incidents.length, since: new Date(oldest.time).toISOString(), bytes, folder }
      : null,
    problems: [...(settings.disabled ? [say(off)] : []), ...problems],
    ...(!location.exists && { prompt }),
  };
}

function show(report: Report): void {
  const { exists, docs, bytes, roles, promptChars, maxChars, kept } = report;
  const none = colors.yellow(say({ en: " (none yet)", zh: "（还没有）" }));
  // Conventions are printed on a line of their own.
  const players = ROLES.filter((role) => role !== "conventions" && roles[role] !== undefined);
  const named = players.map((role) => `${say(ROLE_NAMES[role])}: ${roles[role]}`).join("\n");
  const [all, kilobytes] = [counted(docs, "doc"), formatBytes(bytes)];
  const size = say({ en: `${all}, ${kilobytes}`, zh: `${all}，${kilobytes}` });
  const chars = `${promptChars} / ${maxChars}`;
  const form = report.template ?? report.layout ?? say({ en: "none", zh: "无" });
  printFacts([
    [{ en: "Bank", zh: "记忆库" }, `${report.bank}${exists ? "" : none}`],
    [{ en: "Docs", zh: "文档" }, docs > 0 ? size : undefined],
    [{ en: "Layout", zh: "布局" }, docs > 0 ? form : undefined],
    [{ en: "Refresh", zh: "刷新" }, describePlanned(report)],
    [{ en: "Conventions", zh: "约定" }, report.ungated ?? report.conventions.join("\n")],
    [{ en: "Roles", zh: "角色" }, exists && named !== "" ? named : undefined],
    [{ en: "Prompt", zh: "提示" }, say({ en: `${chars} characters`, zh: `${chars} 个字符` })],
    [{ en: "Settings", zh: "设置" }, describeSettings(report.settings).join("\n")],
    [{ en: "Language", zh: "语言" }, report.language],
    [{ en: "Kept", zh: "留存" }, kept === null ? undefined : describeKept(kept.incidents, kept)],
  ]);
  for (const problem of report.problems) print(colors.yellow(`! ${problem}`));
}

function describePlanned({ planned, flow, offered }: Report): string {
  if (offered.length > 1) return say(describeTrouble("several", offered.join(", ")));
  if (planned === 0) return say({ en: "nothing to do", zh: "无需操作" });
  const { en, zh } = WOULD[flow];
  return say({
    en: `would ${en}: see memory-bank refresh --dry-run`,
    zh: `会${zh}：见 memory-bank refresh --dry-run`,
  });
}
