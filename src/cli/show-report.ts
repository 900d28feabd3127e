import { shortenPath } from "../bank/shorten.ts";
import { FIGURE_NAMES, NEVER_READ, READ_MOST, REPORT_LIMITS } from "../view/figure-names.ts";
import type { Report, Steps } from "../view/report.ts";
import { colors } from "./colors.ts";
import { counted, localTime, printable } from "./format.ts";
import { print, printTable } from "./print.ts";
import { say } from "./say.ts";
import { showFacts } from "./show-facts.ts";

const MOST_DOCS = 5;
const LONGEST_DOC = 48;

export function showReport(report: Report, unread: readonly string[]): void {
  const { risky, refusals, undone, compactions, saves, answers, reads } = report;
  const when = localTime(report.since ?? 0);
  const sessions = counted(report.sessions, "session");
  const turns = counted(report.turns, "turn");
  print(
    say({
      en: `Since ${when}: ${sessions}, ${turns}`,
      zh: `自 ${when}：${sessions}，${turns}`,
    }),
  );
  print();
  showFacts([
    [
      FIGURE_NAMES.risky,
      say({
        en: `${risky.all}; conventions read first: ${risky.readFirst}; warned: ${risky.warned}`,
        zh: `${risky.all}；先读过约定：${risky.readFirst}；警告：${risky.warned}`,
      }),
    ],
    [FIGURE_NAMES.refused, [`${refusals.all}`, ...byRule(report)].join("\n")],
    [FIGURE_NAMES.thenDone, describeSteps(refusals.thenDone)],
    [FIGURE_NAMES.secrets, `${report.secretsKeptOut}`],
    [FIGURE_NAMES.userBlocks, `${report.userBlocksKept}`],
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
    ...(report.failures > 0 ? [[FIGURE_NAMES.failures, `${report.failures}`] as const] : []),
    [
      READ_MOST,
      list(reads.map(({ doc, times }) => `${shortenPath(printable(doc), LONGEST_DOC)} ${times}×`)),
    ],
    [NEVER_READ, list(unread.map((doc) => shortenPath(printable(doc), LONGEST_DOC)))],
  ]);
  print();
  print(colors.dim(say(REPORT_LIMITS)));
}

function byRule({ refusals }: Report): string[] {
  return Object.entries(refusals.byRule)
    .toSorted(([, a], [, b]) => b - a)
    .map(([rule, times]) => `${rule} ${times}`);
}

function describeSteps({ times, steps }: Steps): string {
  if (steps === undefined) return `${times}`;
  return say({
    en: `${times}, median after ${counted(steps, "step")}`,
    zh: `${times} 次，中位数 ${counted(steps, "step")}`,
  });
}

function list(lines: readonly string[]): string | undefined {
  if (lines.length === 0) return undefined;
  const more = lines.length - MOST_DOCS;
  const rest = more > 0 ? [say({ en: `… and ${more} more`, zh: `… 还有 ${more} 个` })] : [];
  return [...lines.slice(0, MOST_DOCS), ...rest].join("\n");
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
export function showDays(days: readonly (Report & { readonly day: string })[]): void {
  const rows = days.map(({ day, turns, risky, refusals, undone, saves }) =>
    [day, turns, risky.all, risky.readFirst, refusals.all, undone.times, saves.written].map(String),
  );
  printTable([COLUMNS.map((name) => colors.bold(say(name))), ...rows]);
}
