import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { guidelineTopic, topicIn } from "../policy/decide.ts";
import { type GuidelineInput, renderGuideline } from "./render-guideline.ts";

const INPUT: GuidelineInput = {
  doc: "details/progress.md",
  report: ["- Updated: memory-bank/details/progress.md (Done)"],
  similar: [],
  indexRow: undefined,
  language: "en",
};

describe("the writing guideline", () => {
  it("says how to report the write, what the target asks for, and the index row", () => {
    expect(renderGuideline(INPUT)).toBe(
      "[Memory Bank] Written; report it as: - Updated: memory-bank/details/progress.md (Done). This doc expects: dated items under done, in progress, remaining; keep Current Focus in MEMORY.md in step. (guideline: details/progress.md)",
    );
    const similar = ["memory-bank/details/requirements/REQ-001-log-in.md"];
    expect(renderGuideline({ ...INPUT, similar })).toContain(
      " Similar: memory-bank/details/requirements/REQ-001-log-in.md; if it repeats one, merge into that.",
    );
    const row = { doc: "details/requirements/login.md", indexRow: "- [login.md](login.md)" };
    expect(renderGuideline({ ...INPUT, ...row, language: "zh" })).toMatch(
      /文件名 REQ-NNN-slug\.md.* 在同目录 index\.md 加一行：- \[login\.md\]/,
    );
  });

  it("stays within 400 characters whatever it has to say", () => {
    const docs = ["MEMORY.md", "details/requirements/x.md", "details/learnings/y.md", "a/b.md"];
    const long = fc.string({ maxLength: 200 });
    fc.assert(
      fc.property(
        fc.constantFrom("en", "zh" as const),
        fc.constantFrom(...docs),
        long,
        fc.array(long, { maxLength: 4 }),
        (language, doc, indexRow, report) => {
          const text = renderGuideline({ doc, report, similar: report, indexRow, language });
          expect(text.length).toBeLessThanOrEqual(400);
          expect(topicIn(`done\n\n${text}`)).toBe(guidelineTopic(doc));
        },
      ),
    );
  });
});
