/** Names of months, by how they begin; in the languages that people keep banks in. */
const MONTHS = [
  "jan|ene|янв|ocak|sty|gen",
  "feb|fév|fev|фев|şub|lut",
  "mar|mär|мар|maa",
  "apr|abr|avr|апр|nis|kwi",
  "may|mai|mei|май|мая|mag|maj",
  "jun|juin|июн|haz|giu|cze",
  "jul|juil|июл|tem|lug|lip",
  "aug|ago|août|авг|ağu|agu|sie",
  "sep|set|сен|eyl|wrz",
  "oct|okt|out|окт|eki|ott|paź",
  "nov|ноя|kas|lis",
  "dec|dez|dic|déc|des|дек|ara|gru",
].map((names) => names.split("|"));

const YEAR = String.raw`(?<year>(?:19|20)\d\d)`;
const DAY = String.raw`(?<day>\d{1,2})`;
const MONTH = String.raw`(?<month>\d{1,2})`;
const NAME = String.raw`(?<name>\p{L}{3,12})\.?`;
const OF = String.raw`\s{1,3}(?:de\s{1,3}|of\s{1,3})?`;

/** Day and month in digits only where their order is plain: years first, or with dots. */
const SHAPES = [
  String.raw`${YEAR}\s?[-/.年년]\s?${MONTH}\s?[-/.月월]\s?${DAY}(?!\d)`,
  String.raw`${DAY}\.\s?${MONTH}\.\s?${YEAR}`,
  String.raw`${NAME}\s{1,3}${DAY}(?:st|nd|rd|th)?,?\s{1,3}${YEAR}`,
  String.raw`${DAY}(?:st|nd|rd|th|er|º|\.)?${OF}${NAME}${OF}${YEAR}`,
  String.raw`${DAY}\s{1,3}tháng\s{1,3}${MONTH}(?:\s{1,3}năm\s{1,3}|,\s{0,3})${YEAR}`,
].map((shape) => new RegExp(String.raw`(?<![\p{L}\d])${shape}(?!\d)`, "gu"));

export interface PlacedDate {
  /** As `2026-11-15`. */
  readonly date: string;
  readonly from: number;
}

/** The dates in a line, in the shapes that people write them. */
export function findDates(line: string): PlacedDate[] {
  if (!/\d{4}/.test(line)) return [];
  return SHAPES.flatMap((shape) =>
    [...line.matchAll(shape)].flatMap((match) => {
      const { year = "", month, name = "", day = "" } = match.groups ?? {};
      const date = toDate(Number(year), Number(month ?? monthOf(name)), Number(day));
      return date === undefined ? [] : [{ date, from: match.index }];
    }),
  );
}

/** The newest of some dates. */
export function newest(dates: readonly string[]): string | null {
  return dates.toSorted().at(-1) ?? null;
}

function monthOf(name: string): number {
  const lower = name.toLowerCase();
  return MONTHS.findIndex((names) => names.some((begin) => lower.startsWith(begin))) + 1;
}

function toDate(year: number, month: number, day: number): string | undefined {
  if (month < 1 || month > 12 || day < 1 || day > 31) return undefined;
  return [year, month, day].map((part) => String(part).padStart(2, "0")).join("-");
}
