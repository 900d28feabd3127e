/** Crockford's digits: none is taken for another, and they sort as their values do. */
const DIGITS = "0123456789abcdefghjkmnpqrstvwxyz";
const ID = /^k-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)-([0-9a-hjkmnp-tv-z]{2})[0-9a-hjkmnp-tv-z]+$/;

/**
 * UTC time to the second, two digits for the milliseconds, the rest counts within the millisecond:
 * ids sort by time, so that no clock needs to be stored beside them.
 */
export function toIncidentId(time: number, count: number): string {
  const [date = "", clock = ""] = new Date(time).toISOString().replaceAll(/[-:]/g, "").split("T");
  const thousandths = ((time % 1000) + 1000) % 1000;
  const last = DIGITS.length - 1;
  const tail = "z".repeat(Math.floor(count / last)) + digit(count % last);
  return `k-${date}-${clock.slice(0, 6)}-${digit(thousandths >> 5)}${digit(thousandths & 31)}${tail}`;
}

/** Undefined for what is no id. */
export function timeOfIncident(id: string): number | undefined {
  const [, year, month, day, hour, minute, second, tail] = ID.exec(id) ?? [];
  if (tail === undefined) return undefined;
  const thousandths = valueOf(tail[0]) * 32 + valueOf(tail[1]);
  const date = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const time = Date.parse(`${date}.${String(thousandths).padStart(3, "0")}Z`);
  if (Number.isNaN(time)) return undefined;
  // The thirtieth of February is a date to the parser, the next month's.
  return id.startsWith(toIncidentId(time, 0).slice(0, -1)) ? time : undefined;
}

function digit(value: number): string {
  return DIGITS.charAt(value);
}

function valueOf(character: string | undefined): number {
  return DIGITS.indexOf(character ?? "");
}
