import { rules } from "@secretlint/secretlint-rule-preset-recommend";
import { expect, it } from "vitest";
import { TOKENS } from "../../test/fixtures/secrets/tokens.ts";
import { NOT_ASKED, PRESET_NAMES, findPresetTokens } from "./preset-tokens.ts";
import { toSearchedText } from "./searched-text.ts";

const ids = (rules as readonly { meta: { id: string } }[]).map(({ meta }) =>
  meta.id.replace("@secretlint/secretlint-rule-", ""),
);

it("every rule of the preset has a name of ours, or a reason not to be asked", () => {
  expect(ids.toSorted()).toEqual([...Object.keys(PRESET_NAMES), ...NOT_ASKED].toSorted());
});

it("the rules that are asked answer at once, each with what it is for", () => {
  const found = findPresetTokens(
    toSearchedText(
      TOKENS.map(({ value }) => value),
      [],
    ),
  );
  const named = new Set(found.map(({ rule }) => rule));
  expect(Object.values(PRESET_NAMES).filter((rule) => !named.has(rule))).toEqual([]);
  expect(found.every(({ rule, line }) => TOKENS[line]?.rule === rule)).toBe(true);
});

it("hashes, paths and words are not shown to the preset's slow patterns", () => {
  const lines = ["https://host.internal/org/repo/commit/0123456789abcdef0123456789abcdef01234567"];
  expect(findPresetTokens(toSearchedText(lines, []))).toEqual([]);
});
