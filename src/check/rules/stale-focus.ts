import { FOOTER, plainLine } from "../../bank/focus.ts";
import { LIMITS, SECTION } from "../../bank/layout.ts";
import { findSection } from "../../bank/parse.ts";
import { findPointers } from "../../bank/live-links.ts";
import type { CheckRule } from "../check-rule.ts";
import type { CheckedBank } from "../checked-bank.ts";
import type { CheckedDoc } from "../checked-doc.ts";
import { toDayNumber } from "../day-number.ts";
import type { Fault } from "../finding.ts";

/** Marks the line with the date of the section, where the section holds other dates too. */
const LABEL = /updated|更新/i;

const DATE = /\b20\d\d-\d\d-\d\d\b/g;

/** After a compaction the agent goes on with what the focus says: it should be current. */
export const staleFocus: CheckRule = { name: "stale-focus", find };

function find({ entry, input: { today } }: CheckedBank): Fault[] {
  const section = entry && findSection(entry.doc, SECTION.focus);
  if (entry === undefined || section === undefined) return [];
  // What a pointer leads to is read anew for every prompt.
  if (findPointers(entry.doc.text).some((pointer) => pointer.section === SECTION.focus)) return [];
  const lines = entry.doc.lines.filter(({ from }) => from >= section.bodyFrom && from < section.to);
  // A footer without a date says that none is known: other dates are of what the task is about.
  const footers = lines.filter(({ from }) => FOOTER.test(plainLine(entry.lineOf(from))));
  const dates = (footers.length > 0 ? footers : lines).flatMap(({ from }) =>
    [...entry.lineOf(from).matchAll(DATE)].flatMap(({ 0: date, index }) => {
      const day = toDayNumber(date);
      return day === undefined ? [] : [{ date, day, from: from + index }];
    }),
  );
  const labelled = dates.filter(({ from }) => LABEL.test(entry.lineOf(from)));
  const latest = (labelled.length > 0 ? labelled : dates).toSorted((a, b) => b.day - a.day)[0];
  if (latest !== undefined) return tellAge(entry, latest.from, latest.date, today, SECTION.focus);
  return [
    {
      level: "note",
      ...entry.placeOf(section.from),
      message: {
        en: `"${SECTION.focus}" does not say when it was last updated`,
        zh: `“${SECTION.focus}”没有写明最近更新的日期`,
      },
      fix: {
        en: `add "Last updated: ${today}" once it is right`,
        zh: `确认内容后加上“最近更新：${today}”`,
      },
    },
  ];
}

function tellAge(
  doc: CheckedDoc,
  from: number,
  date: string,
  today: string,
  name: string,
): Fault[] {
  const day = toDayNumber(date);
  const age = day === undefined ? 0 : (toDayNumber(today) ?? day) - day;
  if (age <= LIMITS.focusDays) return [];
  return [
    {
      level: "note",
      ...doc.placeOf(from),
      message: {
        en: `"${name}" was last updated ${age} days ago, on ${date}`,
        zh: `“${name}”最近更新于 ${date}，已过去 ${age} 天`,
      },
      fix: {
        en: "write what the task is now, with today's date",
        zh: "写下现在的任务和今天的日期",
      },
    },
  ];
}
