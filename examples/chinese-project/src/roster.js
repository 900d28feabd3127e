import { daysFrom, isRestDay } from "./calendar.js";

/**
 * 每天选一人：先看同类日子（工作日或休息日）值得最少的，再看总数最少的，最后按名单顺序。
 * 前一天值过班的人不连续值班，除非别无他人。
 */
export function makeRoster(team, start, count) {
  const tallies = new Map(team.members.map(({ name }) => [name, { work: 0, rest: 0 }]));
  let previous;
  return daysFrom(start, count).map((day) => {
    const kind = isRestDay(day, team) ? "rest" : "work";
    const present = team.members.filter(({ leave }) => !leave.has(day));
    const rested = present.filter(({ name }) => name !== previous);
    const chosen = (rested.length > 0 ? rested : present)
      .map(({ name }) => ({ name, tally: tallies.get(name) }))
      .reduce((best, next) => (compare(next.tally, best.tally, kind) < 0 ? next : best), {
        name: undefined,
        tally: undefined,
      });
    // 没有人在岗就空着：宁可让人看见，也不替人销假。
    if (chosen.name !== undefined) chosen.tally[kind] += 1;
    previous = chosen.name;
    return { day, kind, name: chosen.name };
  });
}

function compare(one, other, kind) {
  if (other === undefined) return -1;
  return one[kind] - other[kind] || one.work + one.rest - (other.work + other.rest);
}
