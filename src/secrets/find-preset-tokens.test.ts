import { expect, it } from "vitest";
import { createDraw } from "../../test/fixtures/secrets/draw.ts";
import { findPresetTokens } from "./find-preset-tokens.ts";

const draw = createDraw("preset");
const glue = (...parts: string[]) => parts.join("");

it("the rules of the preset answer at once, each with the place of what it found", () => {
  const token = glue("sk_", "live_", draw("base62", 24));
  const text = `Nothing here.\nStripe: ${token}, rotated in May.\n`;
  const from = text.indexOf(token);
  expect(findPresetTokens(text)).toEqual([{ rule: "stripe-token", from, to: from + token.length }]);
});

it("hashes, paths and words are not shown to the preset's slow patterns", () => {
  const commit = "0123456789abcdef0123456789abcdef01234567";
  expect(findPresetTokens(`https://host.internal/org/repo/commit/${commit}`)).toEqual([]);
});
