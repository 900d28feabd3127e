import { expect, it } from "vitest";
import { createIsMember } from "./members.ts";

it("members are folders and simple globs", () => {
  const isMember = createIsMember(["a", "./b/", "packages/*", "axum-*", "libs/**/x", "c++.x*"]);
  expect(["a/", "b", "packages/a/", "axum-core", "libs/p/q/x", "c++.xy"].every(isMember)).toBe(
    true,
  );
  expect(["a/a", "packages/a/b", "axum", "libs/p", "cc+.x"].some(isMember)).toBe(false);
});

it("a glob that would be slow matches nothing", () => {
  expect(createIsMember([`${"*a".repeat(30)}b`])("a".repeat(200))).toBe(false);
});
