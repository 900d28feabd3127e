import { describe, expect, it } from "vitest";
import { noteTyped, toMessageEvents, userWords } from "./messages.ts";

const text = (words: string, more = {}) => ({ type: "text", text: words, ...more });

describe("the user's words", () => {
  it("are the text parts that the host did not add", () => {
    const parts = [
      text("Mend it."),
      text("Called the Read tool", { synthetic: true }),
      text("Context was pruned", { ignored: true }),
      { type: "file", text: "a file" },
      text("Soon."),
      null,
    ];
    expect(userWords(parts)).toBe("Mend it.\nSoon.");
    expect(userWords([])).toBe("");
  });

  it("are not what a plugin says in their name", () => {
    const directive = "[SYSTEM DIRECTIVE: SOME-PLUGIN - TODO CONTINUATION]\n\nGo on.";
    const parts = [
      text(directive),
      text("All done. Go on.\n<!-- OMO_INTERNAL_INITIATOR -->"),
      text("<system-reminder>\nYes, save it.\n</system-reminder>"),
    ];
    expect(userWords(parts)).toBe("");
    const around = { paths: () => undefined } as never;
    expect(toMessageEvents(parts, undefined, 0, true, around)).toEqual([]);
    const both = text("<system-reminder>be brief</system-reminder>\nMend it.");
    expect(userWords([both, text(directive)])).toBe("Mend it.");
  });

  it("are what was typed where a command stands for more", () => {
    const parts = [text("A template: save it to the memory bank"), { type: "file" }, "junk"];
    noteTyped(parts, "review", "the parser ");
    expect(userWords(parts)).toBe("/review the parser");
  });

  it("keep what others noted with a part", () => {
    const part = text("x", { metadata: { theirs: 1 } });
    noteTyped([part], "init", "");
    expect(part).toMatchObject({ metadata: { theirs: 1 } });
    expect(userWords([part])).toBe("/init");
  });
});
