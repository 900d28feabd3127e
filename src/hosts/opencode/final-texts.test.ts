import { expect, it } from "vitest";
import { createFinalTexts } from "./final-texts.ts";

it("is what was said in the last request, part by part", () => {
  const texts = createFinalTexts();
  expect(texts.of("s")).toBe("");
  texts.begin("s");
  texts.say("s", "Done.");
  texts.say("s", "Shall I save it?");
  expect(texts.of("s")).toBe("Done.\nShall I save it?");
  texts.begin("s");
  expect(texts.of("s")).toBe("");
});

it("is nothing where a tool was called after it", () => {
  const texts = createFinalTexts();
  texts.interrupt("s");
  texts.begin("s");
  texts.say("s", "Let me look.");
  texts.interrupt("s");
  expect(texts.of("s")).toBe("");
  texts.say("s", "Seen.");
  expect(texts.of("s")).toBe("Seen.");
});

it("outlives a summary, whose words are not said to the user", () => {
  const texts = createFinalTexts();
  texts.begin("s");
  texts.say("s", "An offer.");
  texts.summarize("s");
  texts.say("s", "The summary.");
  expect(texts.of("s")).toBe("An offer.");
  texts.begin("s");
  texts.say("s", "Going on.");
  expect(texts.of("s")).toBe("Going on.");
});

it("knows nothing of requests that it did not see begin", () => {
  const texts = createFinalTexts();
  texts.say("s", "A title");
  expect(texts.of("s")).toBe("");
});

it("is each session's own, goes with it, and is bounded by those used last", () => {
  const texts = createFinalTexts();
  for (const id of ["a", "b"]) {
    texts.begin(id);
    texts.say(id, `of ${id}`);
  }
  texts.forget("a");
  expect([texts.of("a"), texts.of("b")]).toEqual(["", "of b"]);
  for (let number = 0; number < 499; number += 1) texts.begin(`${number}`);
  expect(texts.of("b")).toBe("of b");
  texts.begin("one more");
  expect(texts.of("b")).toBe("");
});
