import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toPlainText } from "./plain-text.ts";

describe("toPlainText", () => {
  it("keeps what a person wrote", () => {
    expect(toPlainText("  Tea & <b>cake</b>,\n 5 > 3 — 茶 😀 ", 80)).toBe(
      "Tea & cake , 5 > 3 — 茶 😀",
    );
  });

  it("is one line of bounded length, whatever comes in", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 400 }),
      fc
        .array(
          fc.constantFrom("<!--", "-->", "<", ">", "!", "--", "\n", "😀", "<b>", "\u202E", "x"),
          { maxLength: 60 },
        )
        .map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(text, fc.integer({ min: 2, max: 60 }), (raw, longest) => {
        const plain = toPlainText(raw, longest);
        expect(plain.length).toBeLessThanOrEqual(longest);
        expect(plain).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|<!--|-->/u);
        expect(plain.isWellFormed()).toBe(true);
        expect(plain).toBe(plain.trim());
      }),
    );
  });
});
