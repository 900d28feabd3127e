import { FOOTER, plainLine } from "../../bank/focus.ts";
import { LIMITS, SECTION } from "../../bank/layout.ts";
import { findSection } from "../../bank/parse.ts";
import { docOf } from "../../bank/roles.ts";
import { findDates } from "../../plans/read-date.ts";
import { readFocusOf } from "../../plans/read-focus.ts";
import type { CheckRule } from "../check-rule.ts";
import type { CheckedBank } from "../checked-bank.ts";
import type { CheckedDoc } from "../checked-doc.ts";
import { toDayNumber } from "../day-number.ts";
import type { Fault } from "../finding.ts";

/** Marks the line with the date of the section, where the section holds other dates too. */
const LABEL = /updated|更新/i;

/** After a compaction the agent goes on with what the focus says: it should be current. */
export const staleFocus: CheckRule = {
  name: "stale-focus",
  find: (bank) => {
    const inEntry = findInEntry(bank);
    return inEntry.length > 0 ? inEntry : findInDoc(bank);
  },
};

function findInEntry({ entry, input: { today } }: CheckedBank): Fault[] {
  const section = entry && findSection(entry.doc, SECTION.focus);
  if (entry === undefined || section === undefined) return [];
  const lines = entry.doc.lines.filter(({ from }) => from >= section.bodyFrom && from < section.to);
  // A footer without a date says that none is known: other dates are of what the task is about.
  const footers = lines.filter(({ from }) => FOOTER.test(plainLine(entry.lineOf(from))));
  const dates = (footers.length > 0 ? footers : lines).flatMap(({ from }) =>
    findDates(entry.lineOf(from)).flatMap(({ date, from: at }) => {
      const day = toDayNumber(date);
      return day === undefined ? [] : [{ date, day, from: from + at }];
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

/** In other layouts a doc has the focus; it is old if it says so itself. */
function findInDoc({ entry, docAt, files, input: { today } }: CheckedBank): Fault[] {
  const path = docOf(
    "focus",
    files.map((file) => file.path),
  );
  const doc = entry && path !== undefined ? docAt(path) : undefined;
  const date = doc && readFocusOf(doc.text).date;
  return doc && date ? tellAge(doc, 0, date, today, doc.path) : [];
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
