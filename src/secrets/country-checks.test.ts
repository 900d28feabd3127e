import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isDay, isLuhn, isMod11And10, isMod11Radix2, isVerhoeff } from "./checksums.ts";
import { isBrazil, isFrance, isHongKong, isItaly, isTaiwan, isTurkey } from "./country-checks.ts";
import { ID_FORMATS } from "./id-formats.ts";

/** Numbers that standards, tax offices or encyclopedias publish as valid. */
const PUBLISHED: readonly (readonly [check: (id: string) => boolean, ids: readonly string[]])[] = [
  [isLuhn, ["4242424242424242", "378282246310005", "8112189876", "79927398713"]],
  [isMod11Radix2, ["11010519491231002X"]],
  [isMod11And10, ["86095742719", "65929970489", "47036892816"]],
  [isVerhoeff, ["2363", "1428570", "234123412346"]],
  [isBrazil, ["52998224725", "12345678909"]],
  [isFrance, ["255081416802538", "269054958815780"]],
  [isHongKong, ["A123456(3)", "AB987654(3)", "C123456(9)"]],
  [isItaly, ["RSSMRA85T10A562S", "RSSMRA80A01H501U"]],
  [isTaiwan, ["A123456789"]],
  [isTurkey, ["10000000146"]],
];

describe("check digits", () => {
  it.each(PUBLISHED)(
    "%O: fit the published numbers and none with one digit changed",
    (check, ids) => {
      for (const id of ids) {
        expect(check(id)).toBe(true);
        const at = /\d\D*$/.exec(id)?.index ?? 0;
        const changed = `${id.slice(0, at)}${(Number(id[at]) + 1) % 10}${id.slice(at + 1)}`;
        expect(check(changed)).toBe(false);
      }
    },
  );

  it("never throw, whatever the text", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        for (const { isValid } of ID_FORMATS) expect(typeof isValid(text)).toBe("boolean");
      }),
    );
  });
});

it("a day is one that a calendar has", () => {
  expect([isDay(1999, 2, 28), isDay(2000, 2, 29), isDay(1987, 12, 31)]).not.toContain(false);
  expect([
    isDay(1999, 2, 29),
    isDay(1987, 13, 1),
    isDay(1987, 0, 1),
    isDay(1987, 4, 31),
  ]).not.toContain(true);
});
