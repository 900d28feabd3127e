import { describe, expect, it } from "vitest";
import { hideKeys, shorten, shortenPath } from "./shorten.ts";

const KEY = ["ghp", "16C7e42F292c6912E7710c838347Ae178B4a"].join("_");

describe("a path as it is shown", () => {
  it.each([
    "memory-bank/details/requirements/REQ-001-payment-integration-with-two-providers.md",
    "src/components/InternationalizationProviderFactory.tsx",
    "docs/2026-11-18T16-39-24Z-weekly-report-of-the-team.md",
    "migrations/20261118163924_add_customers_to_the_schema.sql",
    "memory-bank/开发规范.md",
    "https://example.com:8080/a/b",
  ])("is whole: %s", (path) => {
    expect(hideKeys(path)).toBe(path);
  });

  it.each([
    [`memory-bank/${KEY}.md`, "memory-bank/▒▒▒.md"],
    [`/tmp/x-${KEY}-y/out`, "/tmp/▒▒▒/out"],
    ["a/password=kestrel-marsh/b.md", "a/password=▒▒▒/b.md"],
    ["https://ci:kestrel-marsh@git.internal/a.md", "https://ci:▒▒▒@git.internal/a.md"],
  ])("has no key and no password in it: case %#", (path, shown) => {
    expect(hideKeys(path)).toBe(shown);
  });

  it("is masked before it is shortened", () => {
    expect(shortenPath(`${"deep/".repeat(20)}${KEY}.md`, 30)).toMatch(/^deep\/deep\/…[^]*▒▒▒\.md$/);
    expect(shorten("a\nb  c")).toBe("a b c");
  });
});
