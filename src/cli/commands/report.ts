import { InvalidArgumentError } from "commander";
import { shortenPath } from "../../bank/shorten.ts";
import { stateFoldersOf } from "../../io/bank/work-trees.ts";
import { readDecisions } from "../../io/log/read-decisions.ts";
import { FIGURE_NAMES, NEVER_READ, READ_MOST, REPORT_LIMITS } from "../../view/figure-names.ts";
import { type Report, type Steps, findUnread, tellDays, tellReport } from "../../view/report.ts";
import { colors } from "../colors.ts";
import { andMore, counted, localTime, printable } from "../format.ts";
import { lookAtBank } from "../look-at-bank.ts";
import { open, printProblems } from "../open.ts";
import { print, printFacts, printTable, tell } from "../print.ts";
import { askedLanguage, say } from "../say.ts";
import { Stop } from "../stop.ts";
import { AS_JSON, type Answer, BANK, WHERE, WORK_TREES, type CommandFile } from "../usage.ts";

interface Options {
  readonly bank?: string;
  readonly worktrees?: true;
  readonly since?: number;
  readonly days?: true;
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
  const time = days === undefined ? Date.parse(`${text}T00:00`) : Date.now() - Number(days) * DAY;
  if (!Number.isNaN(time)) return time;
  throw new InvalidArgumentError(
    say({ en: "It is a day as 2026-11-15, or days as 7d.", zh: "须为 2026-11-15 或 7d 的形式。" }),
  );
}

async function run(dir: string, options: Options): Promise<Answer> {
  const { bank, worktrees, since = -Infinity } = options;
  const opened = await open(dir, bank, askedLanguage());
  const { location } = opened;
  printProblems("report", opened);
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
  if (options.days) {
    const days = tellDays(lines, (at) => localTime(at).slice(0, "2026-11-15".length));
    return { data: days, show: () => showDays(days) };
  }
  const told = tellReport(lines);
  const unread = findUnread(lookAtBank(location.bank).docs, told);
  return { data: { ...told, unread }, show: () => show(told, unread) };
}

function show(told: Report, unread: readonly string[]): void {
  const { risky, refusals, undone, compactions, saves, answers, reads } = told;
  const when = localTime(told.since ?? 0);
  const [sessions, turns] = [counted(told.sessions, "session"), counted(told.turns, "turn")];
  const byRule = Object.entries(refusals.byRule).toSorted(([, a], [, b]) => b - a);
  tell({ en: `Since ${when}: ${sessions}, ${turns}\n`, zh: `自 ${when}：${sessions}，${turns}\n` });
  printFacts([
    [
      FIGURE_NAMES.risky,
      say({
        en: `${risky.all}; conventions read first: ${risky.readFirst}; warned: ${risky.warned}`,
        zh: `${risky.all}；先读过约定：${risky.readFirst}；警告：${risky.warned}`,
      }),
    ],
    [
      FIGURE_NAMES.refused,
      [`${refusals.all}`, ...byRule.map(([rule, times]) => `${rule} ${times}`)].join("\n"),
    ],
    [FIGURE_NAMES.thenDone, describeSteps(refusals.thenDone)],
    [FIGURE_NAMES.secrets, `${told.secretsKeptOut}`],
    [FIGURE_NAMES.userBlocks, `${told.userBlocksKept}`],
    [
      FIGURE_NAMES.undone,
      say({
        en: `${undone.times}, ${counted(undone.docs, "doc")}`,
        zh: `${undone.times} 次，${undone.docs} 个文档`,
      }),
    ],
    [
      FIGURE_NAMES.compactions,
      say({
        en: `${compactions.all}; task read again: ${describeSteps(compactions.recovered)}`,
        zh: `${compactions.all}；重新读回任务：${describeSteps(compactions.recovered)}`,
      }),
    ],
    [
      FIGURE_NAMES.saves,
      say({
        en: `offered ${saves.offered}, confirmed ${saves.confirmed}, declined ${saves.declined}, ignored ${saves.ignored}, written ${saves.written}`,
        zh: `提议 ${saves.offered}，确认 ${saves.confirmed}，谢绝 ${saves.declined}，未理会 ${saves.ignored}，写入 ${saves.written}`,
      }),
    ],
    [
      FIGURE_NAMES.answers,
      say({
        en: `${counted(answers.all, "answer")}, ${answers.verified} of ${answers.quotes} quotes found in their files`,
        zh: `${counted(answers.all, "answer")}，${answers.quotes} 条引文中 ${answers.verified} 条与文件一致`,
      }),
    ],
    [FIGURE_NAMES.failures, told.failures > 0 ? `${told.failures}` : undefined],
    [READ_MOST, list(reads.map(({ doc, times }) => `${shown(doc)} ${times}×`))],
    [NEVER_READ, list(unread.map(shown))],
  ]);
  print(`\n${colors.dim(say(REPORT_LIMITS))}`);
}

function describeSteps({ times, steps }: Steps): string {
  if (steps === undefined) return `${times}`;
  return say({
    en: `${times}, median after ${counted(steps, "step")}`,
    zh: `${times} 次，中位数 ${counted(steps, "step")}`,
  });
}

const MOST_DOCS = 5;
const LONGEST_DOC = 48;

function shown(doc: string): string {
  return shortenPath(printable(doc), LONGEST_DOC);
}

function list(lines: readonly string[]): string | undefined {
  const more = lines.length - MOST_DOCS;
  const rest = more > 0 ? [andMore(more)] : [];
  return [...lines.slice(0, MOST_DOCS), ...rest].join("\n") || undefined;
}

const COLUMNS = [
  { en: "day", zh: "日期" },
  { en: "turns", zh: "轮" },
  { en: "risky", zh: "高风险" },
  { en: "read first", zh: "先读" },
  { en: "refused", zh: "拒绝" },
  { en: "undone", zh: "撤销" },
  { en: "saved", zh: "写入" },
] as const;

/** A line for each day; 60 columns hold it. */
function showDays(days: readonly (Report & { readonly day: string })[]): void {
  const rows = days.map(({ day, turns, risky, refusals, undone, saves }) =>
    [day, turns, risky.all, risky.readFirst, refusals.all, undone.times, saves.written].map(String),
  );
  printTable([COLUMNS.map((name) => colors.bold(say(name))), ...rows]);
}
