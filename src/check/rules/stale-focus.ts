import { FOOTER, plainLine } from "../../bank/focus.ts";
import { LIMITS, SECTION } from "../../bank/layout.ts";
import { findSection } from "../../bank/parse.ts";
import type { CheckedBank } from "../checked-bank.ts";
import type { Fault } from "../finding.ts";

const DATE = /\b20\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])\b/;

/** After a compaction the agent continues from the focus, so the focus should be current. A pointer has no date. */
export function staleFocus({ entry, input: { today } }: CheckedBank): Fault[] {
  const section = entry && findSection(entry.doc, SECTION.focus);
  if (entry === undefined || section === undefined) return [];
  const footer = entry.doc.lines.find(
    ({ from }) =>
      from >= section.bodyFrom && from < section.to && FOOTER.test(plainLine(entry.lineOf(from))),
  );
  const date = footer && DATE.exec(entry.lineOf(footer.from))?.[0];
  const age = date === undefined ? 0 : daysOf(today) - daysOf(date);
  if (footer === undefined || age <= LIMITS.focusDays) return [];
  return [
    {
      level: "note",
      ...entry.placeOf(footer.from),
      message: {
        en: `"${SECTION.focus}" was last updated ${age} days ago, on ${date}`,
        zh: `“${SECTION.focus}”最近更新于 ${date}，已过去 ${age} 天`,
      },
      fix: {
        en: "write what the task is now, with today's date",
        zh: "写下现在的任务和今天的日期",
      },
    },
  ];
}

/** The date as a number of days since 1970. */
function daysOf(date: string): number {
  // oxlint-disable-next-line eslint/no-restricted-globals -- reads a date, not the clock
  return Math.floor(Date.parse(date) / 86_400_000);
}
