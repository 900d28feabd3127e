/* oxlint-disable no-restricted-globals -- `Date` is banned for its clock; parsing a date does not ask it, and lint cannot tell the two apart. */

const DAY = 24 * 60 * 60 * 1000;

/** The number of a day, so that days can be subtracted; undefined for what is no date. */
export function toDayNumber(date: string): number | undefined {
  const time = Date.parse(date);
  // Both engines take February 30th, and other forms of dates: only what is written in this one comes back the same.
  const isDate = !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === date;
  return isDate ? time / DAY : undefined;
}
