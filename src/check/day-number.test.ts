import * as fc from "fast-check";
import { expect, it } from "vitest";
import { toDayNumber } from "./day-number.ts";

const DAY = 24 * 60 * 60 * 1000;

it("counts days as the calendar does", () => {
  const time = fc.integer({ min: Date.UTC(1600, 0, 1) / DAY, max: Date.UTC(9999, 11, 31) / DAY });
  fc.assert(
    fc.property(time, time, (one, other) => {
      const toDate = (day: number) => new Date(day * DAY).toISOString().slice(0, 10);
      const [first = NaN, second = NaN] = [one, other].map((day) => toDayNumber(toDate(day)));
      expect(second - first).toBe(other - one);
    }),
  );
});

it.each(["2026-02-29", "2026-13-01", "2026-00-10", "2026-04-31", "26-01-01", "", "2026-1-1"])(
  "%s is no date",
  (date) => {
    expect(toDayNumber(date)).toBeUndefined();
  },
);
