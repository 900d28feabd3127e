import { expect, it } from "vitest";
import { createLateNotices } from "./late-notices.ts";

it("is said with each try of a request, until one was answered", () => {
  const notices = createLateNotices();
  notices.heard("s");
  notices.add("s", "one");
  notices.heard("s");
  expect(notices.render("s")).toBe("one");
  expect(notices.render("s")).toBe("one");
  notices.heard("s");
  expect(notices.render("s")).toBeUndefined();
});

it("keeps what came while a request was under way", () => {
  const notices = createLateNotices();
  notices.add("s", "one");
  notices.render("s");
  notices.add("s", "two");
  notices.heard("s");
  expect(notices.render("s")).toBe("two");
});

it("is each session's own, goes with it, and is bounded", () => {
  const notices = createLateNotices();
  notices.add("a", "of a");
  notices.add("b", "of b");
  notices.forget("a");
  expect([notices.render("a"), notices.render("b")]).toEqual([undefined, "of b"]);
  for (let number = 0; number < 500; number += 1) notices.add(`${number}`, "x");
  expect([notices.render("b"), notices.render("499")]).toEqual([undefined, "x"]);
});
