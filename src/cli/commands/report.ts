import { InvalidArgumentError } from "commander";
import { DOC_EXTENSION } from "../../bank/layout.ts";
import { readBankState } from "../../io/bank/bank-state.ts";
import { stateFoldersOf } from "../../io/bank/work-trees.ts";
import { readDecisions } from "../../io/log/read-decisions.ts";
import { findUnread, tellDays, tellReport } from "../../view/report.ts";
import { localTime } from "../format.ts";
import { open } from "../open.ts";
import { printError, printJson } from "../print.ts";
import { askedLanguage, say } from "../say.ts";
import { showDays, showReport } from "../show-report.ts";
import { Stop } from "../stop.ts";
import { AS_JSON, BANK, WHERE, WORK_TREES, type CommandFile } from "../usage.ts";

interface Options {
  readonly bank?: string;
  readonly worktrees?: true;
  readonly since?: number;
  readonly days?: true;
  readonly json?: true;
}

export const report: CommandFile = {
  about: {
    en: "show what the memory did for you: what was read first, refused, undone, brought back, saved",
    zh: "显示记忆库做了什么：先读后写、拒绝、撤销、恢复、保存",
  },
  takes: {
    "[dir]": WHERE,
    "--bank <folder>": BANK,
    "--worktrees": WORK_TREES,
    "--since <date>": {
      en: "from that day on, as 2026-11-15, or the last days, as 7d",
      zh: "自某日起，如 2026-11-15；或最近几天，如 7d",
      parse: toTime,
    },
    "--days": { en: "day by day", zh: "按天显示" },
    "--json": AS_JSON,
  },
  examples: ["report", "report --since 7d", "report --days --json"],
  run,
};

const DAY = 24 * 60 * 60 * 1000;

/** The beginning of a day, as the clock of this machine has it. */
function toTime(text: string): number {
  const days = /^(\d{1,4})d$/.exec(text)?.[1];
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  const time =
    days === undefined
      ? new Date(Number(year), Number(month) - 1, Number(day)).getTime()
      : Date.now() - Number(days) * DAY;
  if (!Number.isNaN(time)) return time;
  throw new InvalidArgumentError(
    say({ en: "It is a day as 2026-11-15, or days as 7d.", zh: "须为 2026-11-15 或 7d 的形式。" }),
  );
}

async function run(dir: string, options: Options): Promise<void> {
  const { bank, worktrees, since = -Infinity, days, json } = options;
  const { location, problems } = await open(dir, { bank, lang: askedLanguage() });
  for (const problem of problems) printError(`memory-bank report: ${problem}`);
  const folders = stateFoldersOf(location, worktrees === true);
  const lines = folders
    .flatMap((folder) => readDecisions(folder))
    .filter(({ at }) => at >= since)
    .toSorted((a, b) => a.at - b.at);
  if (lines.length === 0) {
    throw new Stop(1, {
      en: `nothing is logged for this project (in ${folders[0]})`,
      zh: `这个项目还没有记录（${folders[0]}）`,
    });
  }
  if (days) {
    const all = tellDays(lines, (at) => localTime(at).slice(0, "2026-11-15".length));
    if (json) printJson(all);
    else showDays(all);
    return;
  }
  const told = tellReport(lines);
  const { paths } = readBankState(location.bank);
  const unread = findUnread(
    paths.filter((path) => path.endsWith(DOC_EXTENSION)),
    told,
  );
  if (json) printJson({ ...told, unread });
  else showReport(told, unread);
}
