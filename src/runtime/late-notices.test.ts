import { expect, it } from "vitest";
import { createLateNotices } from "./late-notices.ts";

it("is said with each try of a request, until one was answered", () => {
  const notices = createLateNotices();
  notices.heard();
  notices.add("one");
  notices.heard();
  expect(notices.render(() => "outside")).toBe("one");
  expect(notices.render(() => "outside")).toBe("one");
  notices.heard();
  expect(notices.render(() => "outside")).toBeUndefined();
});

it("keeps what came while a request was under way", () => {
  const notices = createLateNotices();
  notices.add("one");
  notices.render(() => "outside");
  notices.add("two");
  notices.heard();
  expect(notices.render(() => "outside")).toBe("two");
});
