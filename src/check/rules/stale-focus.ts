import { LIMITS, SECTION } from "../../bank/layout.ts";
import { findSection } from "../../bank/parse.ts";
import type { CheckRule } from "../check-rule.ts";
import { toDayNumber } from "../day-number.ts";

const DATE = /\d{4}-\d{2}-\d{2}/g;
/** Marks the line with the date of the section, where the section holds other dates too. */
const LABEL = /updated|更新/i;

/** After a compaction the agent goes on with what the focus says: it should be current. */
export const staleFocus: CheckRule = {
  name: "stale-focus",
  find: ({ entry, input }) => {
    const section = entry && findSection(entry.doc, SECTION.focus);
    if (entry === undefined || section === undefined) return [];
    const dates = [...entry.text.slice(section.bodyFrom, section.to).matchAll(DATE)].flatMap(
      ({ 0: date, index }) => {
        const day = toDayNumber(date);
        const from = section.bodyFrom + index;
        return day === undefined ? [] : [{ date, day, from }];
      },
    );
    const labelled = dates.filter(({ from }) => LABEL.test(entry.lineOf(from)));
    const latest = (labelled.length > 0 ? labelled : dates).toSorted((a, b) => b.day - a.day)[0];
    if (latest === undefined) {
      return [
        {
          level: "note",
          ...entry.placeOf(section.from),
          message: {
            en: `"${SECTION.focus}" does not say when it was last updated`,
            zh: `“${SECTION.focus}”没有写明最近更新的日期`,
          },
          fix: {
            en: `add "Last updated: ${input.today}" once it is right`,
            zh: `确认内容后加上“最近更新：${input.today}”`,
          },
        },
      ];
    }
    const age = (toDayNumber(input.today) ?? latest.day) - latest.day;
    if (age <= LIMITS.focusDays) return [];
    return [
      {
        level: "note",
        ...entry.placeOf(latest.from),
        message: {
          en: `"${SECTION.focus}" was last updated ${age} days ago, on ${latest.date}`,
          zh: `“${SECTION.focus}”最近更新于 ${latest.date}，已过去 ${age} 天`,
        },
        fix: {
          en: "write what the task is now, with today's date",
          zh: "写下现在的任务和今天的日期",
        },
      },
    ];
  },
};
