import { describe, expect, it } from "vitest";
import type { SessionEvent } from "../../types.ts";
import { toOwnName, withCommonName } from "./common-name.ts";

const said = (text: string, name: string) => {
  const event = withCommonName({ kind: "said", text }, name);
  return event.kind === "said" ? event.text : undefined;
};

describe("the bank's name in what is said", () => {
  it.each([
    ["→ cline_docs/a.md", "cline_docs", "→ memory-bank/a.md"],
    ["写到cline_docs/a.md", "cline_docs", "写到memory-bank/a.md"],
    [String.raw`Cline_Docs\a.md`, "cline_docs", String.raw`memory-bank\a.md`],
    ["`.memory-bank/a.md`", ".memory-bank", "`memory-bank/a.md`"],
    ["docs/memory-bank/a.md", "docs/memory-bank", "memory-bank/a.md"],
    ["a+b (c)/x.md", "a+b (c)", "memory-bank/x.md"],
    ["packages/api/cline_docs/a.md", "cline_docs", "packages/api/memory-bank/a.md"],
    ["my_cline_docs/a.md", "cline_docs", "my_cline_docs/a.md"],
    ["x.memory-bank/a.md", ".memory-bank", "x.memory-bank/a.md"],
    ["cline_docs is old", "cline_docs", "cline_docs is old"],
    ["memory-bank/a.md", "memory-bank", "memory-bank/a.md"],
  ])("%j, where it is %s", (text, name, common) => {
    expect(said(text, name)).toBe(common);
  });

  it("is looked for in questions and answers, too, and comes back for who reads", () => {
    const event: SessionEvent = {
      kind: "question-answered",
      question: "Save to cline_docs/a.md?",
      options: [{ label: "cline_docs/a.md", description: "in cline_docs/" }],
      answers: ["cline_docs/a.md"],
    };
    expect(withCommonName(event, "cline_docs")).toEqual({
      kind: "question-answered",
      question: "Save to memory-bank/a.md?",
      options: [{ label: "memory-bank/a.md", description: "in memory-bank/" }],
      answers: ["memory-bank/a.md"],
    });
    expect(toOwnName("see memory-bank/a.md", "cline_docs")).toBe("see cline_docs/a.md");
  });
});
