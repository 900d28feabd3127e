import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { timeOfIncident, toIncidentId } from "./incident-id.ts";

const time = fc.integer({ min: 0, max: Date.UTC(9999, 11, 31) });
const count = fc.nat(200);

describe("an incident's id", () => {
  it("tells its time in UTC", () => {
    const id = toIncidentId(Date.UTC(2026, 10, 15, 17, 42, 33, 323), 15);
    expect(id).toBe("k-20261115-174233-a3f");
    expect(timeOfIncident(id)).toBe(Date.UTC(2026, 10, 15, 17, 42, 33, 323));
  });

  it("keeps the time to the millisecond", () => {
    fc.assert(
      fc.property(time, count, (time, count) => {
        expect(timeOfIncident(toIncidentId(time, count))).toBe(time);
      }),
    );
  });

  it("sorts by time, and by count within the same millisecond", () => {
    const near = fc.tuple(time, fc.nat(1500)).map(([time, more]) => [time, time + more] as const);
    fc.assert(
      fc.property(near, count, count, ([one, other], first, second) => {
        const isBefore = one === other ? first < second : one < other;
        expect(toIncidentId(one, first) < toIncidentId(other, second)).toBe(isBefore);
      }),
    );
  });

  it.each([
    "",
    "k-20261115-174233-a3",
    "k-20261115-174233-a3l",
    "K-20261115-174233-A3F",
    "k-20260230-174233-a3f",
    "k-20261115-254233-a3f",
    "k-20261115-174233-zz0",
    "k-20261115-174233-a3f/..",
    "../k-20261115-174233-a3f",
    ".new-1-k-20261115-174233-a3f",
  ])("is not %j", (name) => {
    expect(timeOfIncident(name)).toBeUndefined();
  });
});
