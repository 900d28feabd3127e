import { expect, it } from "vitest";
import { textsIn } from "./texts.ts";

it("says one and many", () => {
  const say = textsIn("en");
  expect(say("errorCount", { n: 1 })).toBe("1 error");
  expect(say("errorCount", { n: 0 })).toBe("0 errors");
  expect(textsIn("zh")("errorCount", { n: 1 })).toBe("1 个错误");
});

it("leaves a value's own braces alone", () => {
  expect(textsIn("en")("session", { id: "{n}" })).toBe("Session {n}");
});
