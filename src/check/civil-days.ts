const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DAYS_OF_400_YEARS = 146_097;

/** The number of a day, so that days can be subtracted; undefined for what is no date. No clock is asked. */
export function toDayNumber(date: string): number | undefined {
  const [, ...parts] = DATE.exec(date) ?? [];
  const [year, month, day] = parts.map(Number);
  if (year === undefined || month === undefined || day === undefined) return undefined;
  if (month < 1 || month > 12 || day < 1 || day > daysOf(year, month)) return undefined;
  // The year begins in March, so that the leap day is its last.
  const shifted = month > 2 ? year : year - 1;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  const leapDays = Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100);
  return era * DAYS_OF_400_YEARS + yearOfEra * 365 + leapDays + dayOfYear;
}

function daysOf(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}
