const DAY = 24 * 60 * 60 * 1000;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** 日期一律是 `YYYY-MM-DD` 文本，只用 UTC 计算：本地时区会在夏令时前后多出或少掉一天。 */
export function isDate(text) {
  if (typeof text !== "string" || !DATE.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  // Node 把 2026-02-30 当作三月二日，所以写回去再比较。
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text;
}

/** 从某天起的连续若干天。 */
export function daysFrom(start, count) {
  const first = Date.parse(`${start}T00:00:00Z`);
  return Array.from({ length: count }, (_, index) =>
    new Date(first + index * DAY).toISOString().slice(0, 10),
  );
}

/** 调休上班日优先于周末，节假日优先于工作日。 */
export function isRestDay(day, { holidays, workdays }) {
  if (workdays.has(day)) return false;
  if (holidays.has(day)) return true;
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday === 0 || weekday === 6;
}
