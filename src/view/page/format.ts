const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export function number(value: number, locale: string): string {
  return new Intl.NumberFormat(locale).format(value);
}

/** A relative time such as `3 days ago`, in common units. */
export function ago(time: number, now: number, locale: string): string {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
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

/** The Swedish format is `2026-11-15`. */
const DAY_FORMAT = new Intl.DateTimeFormat("sv-SE");

/** The local day of the person who looks, as `2026-11-15`. */
export function dayOf(time: number): string {
  return DAY_FORMAT.format(time);
}

/** The usual name of a day. */
export function dayName(day: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { day: "numeric", month: "short" }).format(
    new Date(`${day}T12:00`),
  );
}

/** The file's name without its extension; dates and numbers in front stay, because they tell docs apart. */
export function shortName(path: string): string {
  const name = path.replace(/\/$/, "").split("/").at(-1) ?? path;
  return name.replace(/\.md$/i, "");
}
