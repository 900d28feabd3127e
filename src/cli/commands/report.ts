import { InvalidArgumentError } from "commander";
import { groupBy } from "../../bank/group-by.ts";
import { stateFoldersOf } from "../../io/bank/git-docs.ts";
import { readDecisions } from "../../io/log/tail-log.ts";
import type { LogLine } from "../../types.ts";
import { pickLines } from "../../view/figures.ts";
import {
  DAY_FIGURES,
  type Report,
  findUnread,
  isCounted,
  tellReport,
  toCards,
} from "../../view/report.ts";
import { nameFigure, textsIn } from "../../view/texts.ts";
import { colors } from "../colors.ts";
import { andMore, counted, localTime, printable } from "../format.ts";
import { lookAtBank } from "../look-at-bank.ts";
import { open, printProblems } from "../open.ts";
import { print, printTable, tell } from "../print.ts";
import { askedLanguage, say, spokenLanguage } from "../say.ts";
import { Stop } from "../stop.ts";
import {
  type Answer,
  AS_JSON,
  type CommandFile,
  type Options,
  PLACE,
  WORK_TREES,
} from "../usage.ts";

export const report: CommandFile = {
  about: { en: "show what the memory did for you", zh: "显示记忆库做了什么" },
  takes: {
    ...PLACE,
    "--worktrees": WORK_TREES,
    "--since <date>": { en: "as 2026-11-15, or 7d", zh: "如 2026-11-15 或 7d", parse: toTime },
    "--days": { en: "day by day", zh: "按天显示" },
    "--json": AS_JSON,
  },
  examples: ["report", "report --since 7d", "report --days --json"],
  run,
};

const DAY = 24 * 60 * 60 * 1000;

/** Parses `2026-11-15` as the start of that day in local time, and `7d` as that many days ago. */
function toTime(text: string): number {
  const days = /^(\d{1,4})d$/.exec(text)?.[1];
  const time = days === undefined ? Date.parse(`${text}T00:00`) : Date.now() - Number(days) * DAY;
  if (!Number.isNaN(time)) return time;
  throw new InvalidArgumentError(
    say({ en: "It is a day as 2026-11-15, or days as 7d.", zh: "须为 2026-11-15 或 7d 的形式。" }),
  );
}

async function run(options: Options): Promise<Answer> {
  const { worktrees, since = -Infinity } = options;
  const opened = await open(options, askedLanguage());
  const { location } = opened;
  printProblems("report", opened);
  const folders = stateFoldersOf(location, worktrees === true);
  const lines = folders
    .flatMap((folder) => readDecisions(folder))
    .filter((line) => line.at >= since && isCounted(line))
    .toSorted((a, b) => a.at - b.at);
  if (lines.length === 0) {
    throw new Stop(1, { en: `nothing logged in ${folders[0]}`, zh: `${folders[0]} 没有记录` });
  }
  if (options.days) {
    const days = [...groupBy(lines, ({ at }) => localTime(at).slice(0, "2026-11-15".length))];
    return {
      data: days.map(([day, own]) => ({ day, ...tellReport(own) })),
      show: () => printTable(days.map(([day, own]) => [colors.bold(day), describeDay(own)])),
    };
  }
  const told = tellReport(lines);
  const unread = findUnread(lookAtBank(location.bank).docs, told);
  return { data: { ...told, unread }, show: () => show(lines, told, unread) };
}

function show(lines: readonly LogLine[], told: Report, unread: readonly string[]): void {
  const when = localTime(told.since ?? 0);
  const [sessions, turns] = [counted(told.sessions, "session"), counted(told.turns, "turn")];
  tell({ en: `Since ${when}: ${sessions}, ${turns}\n`, zh: `自 ${when}：${sessions}，${turns}\n` });
  const words = textsIn(spokenLanguage());
  const cards = toCards(lines, told, spokenLanguage());
  printTable([
    ...cards.map(({ name, count, note, parts }) => [
      colors.bold(name),
      [
        `${count}${note && ` · ${note}`}`,
        ...parts.map((part) => `${part.name} ${part.count} ${part.note}`.trimEnd()),
      ].join("\n"),
    ]),
    [
      colors.bold(words("readMost")),
      list(told.reads.map(({ doc, times }) => `${printable(doc)} ${times}×`)),
    ],
    [colors.bold(words("neverRead")), list(unread.map(printable))],
  ]);
  print(`\n${colors.dim(words("reportLimits"))}`);
}

function describeDay(lines: readonly LogLine[]): string {
  const figures = DAY_FIGURES.map((figure) => [figure, pickLines(figure, lines).length] as const);
  return [
    counted(lines.filter(({ kind }) => kind === "turn").length, "turn"),
    ...figures.flatMap(([figure, count]) =>
      count === 0 ? [] : [`${nameFigure(figure, spokenLanguage())} ${count}`],
    ),
  ].join(" · ");
}

const MOST_DOCS = 5;

function list(lines: readonly string[]): string {
  const more = lines.length - MOST_DOCS;
  return [...lines.slice(0, MOST_DOCS), ...(more > 0 ? [andMore(more)] : [])].join("\n") || "–";
}
