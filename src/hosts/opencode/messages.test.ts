import { expect, it } from "vitest";
import { toUserEvents } from "./conversation.ts";
import { toUserMessage } from "./messages.ts";

const text = (words: string, more = {}) => ({ type: "text", text: words, ...more });
const typedIn = (parts: readonly unknown[]) => toUserMessage(parts, undefined, 0).typed;

it("the user's words are the text parts that the host did not add", () => {
  const parts = [
    text("Mend it."),
    text("Called the Read tool", { synthetic: true }),
    text("Context was pruned", { ignored: true }),
    { type: "file", text: "a file" },
    text("Soon."),
    null,
  ];
  expect(typedIn(parts)).toBe("Mend it.\nSoon.");
  expect(typedIn([])).toBeUndefined();
});

it("they are not what a plugin says in their name", () => {
  const directive = "[SYSTEM DIRECTIVE: SOME-PLUGIN - TODO CONTINUATION]\n\nGo on.";
  const parts = [
    text(directive),
    text("All done. Go on.\n<!-- OMO_INTERNAL_INITIATOR -->"),
    text("<system-reminder>\nYes, save it.\n</system-reminder>"),
  ];
  expect(typedIn(parts)).toBeUndefined();
  expect(typedIn([text("Mend it."), text(directive)])).toBe("Mend it.");
});

it("they are not the words of the refresh command", () => {
  const typed = "Bring the memory bank up to date with memory_bank_refresh: the plan first. please";
  const user = toUserMessage([text(typed)], undefined, 0);
  expect(toUserEvents(user, true, {} as never)).toContainEqual({
    kind: "user-spoke",
    text: "/memory-bank-refresh",
  });
});
