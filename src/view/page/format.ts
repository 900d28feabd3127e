const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** To make one takes longer than to use it a hundred times. */
const formats = new Map<string, Intl.RelativeTimeFormat>();

export function number(value: number, locale: string): string {
  return new Intl.NumberFormat(locale).format(value);
}

/** `3 days ago`, in steps that a person thinks in. */
export function ago(time: number, now: number, locale: string): string {
  const format = formats.get(locale) ?? new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  formats.set(locale, format);
  const past = Math.max(0, now - time);
  if (past < HOUR) return format.format(-Math.round(past / MINUTE), "minute");
  if (past < DAY) return format.format(-Math.round(past / HOUR), "hour");
  if (past < 60 * DAY) return format.format(-Math.round(past / DAY), "day");
  if (past < 700 * DAY) return format.format(-Math.round(past / (30.4 * DAY)), "month");
  return format.format(-Math.round(past / (365 * DAY)), "year");
}

export function clock(time: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit" }).format(time);
}

export function dayAndClock(time: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, {
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
  }).format(time);
}

/** `2026-11-15`, by the clock of whoever looks: days sort as their names do. */
export function dayOf(time: number): string {
  const date = new Date(time);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The name of a day, as people say it. */
export function dayName(day: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { day: "numeric", month: "short" }).format(
    new Date(`${day}T12:00`),
  );
}

/** The file's name without its ending; dates and numbers in front of it stay, they tell docs apart. */
export function shortName(path: string): string {
  const name = path.replace(/\/$/, "").split("/").at(-1) ?? path;
  return name.replace(/\.md$/i, "");
}
