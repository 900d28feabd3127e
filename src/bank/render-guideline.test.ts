import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { guidelineTopic, topicIn } from "../policy/decide.ts";
import { type GuidelineInput, renderGuideline } from "./render-guideline.ts";

const INPUT: GuidelineInput = {
  doc: "details/progress.md",
  isNew: false,
  report: ["- Updated: memory-bank/details/progress.md (Done)"],
  added: 3,
  removed: 1,
  firstAdded: "- Checkout done, 2026-11-15\n",
  similar: [],
  indexRow: undefined,
  language: "en",
};

describe("the writing guideline", () => {
  it("says what changed and what the target asks for", () => {
    expect(renderGuideline(INPUT)).toBe(
      "[Memory Bank] Written; report it as: - Updated: memory-bank/details/progress.md (Done) (+3 −1: - Checkout done, 2026-11-15). This doc expects: dated items under done, in progress, remaining; keep Current Focus in MEMORY.md in step. (guideline: details/progress.md)",
    );
    expect(renderGuideline({ ...INPUT, language: "zh" })).toBe(
      "[Memory Bank] 已写入，报告为：- Updated: memory-bank/details/progress.md (Done) (+3 −1: - Checkout done, 2026-11-15)。要求：按已完成、进行中、剩余记录并注明日期；同步 MEMORY.md 的 Current Focus。 (guideline: details/progress.md)",
    );
  });

  it("names docs like a new one, the index row, and the name that its folder asks for", () => {
    const text = renderGuideline({
      ...INPUT,
      doc: "details/requirements/login.md",
      isNew: true,
      similar: ["memory-bank/details/requirements/REQ-001-login.md"],
      indexRow: "| [login.md](login.md) | Login |",
    });
    expect(text).toContain("REQ-NNN-slug.md");
    expect(text).toContain("Similar: memory-bank/details/requirements/REQ-001-login.md;");
    expect(text).toContain("Add to index.md beside it: | [login.md](login.md) | Login |");
  });

  it("stays within 400 characters whatever it has to say, and keeps similar docs longest", () => {
    const long = (max: number) => fc.string({ maxLength: max });
    fc.assert(
      fc.property(
        fc.constantFrom("en", "zh" as const),
        fc.constantFrom(
          "MEMORY.md",
          "details/requirements/x.md",
          "details/learnings/y.md",
          "a/b.md",
        ),
        long(300),
        long(200),
        long(200),
        fc.array(long(150), { maxLength: 4 }),
        (language, doc, firstAdded, similar, row, report) => {
          const text = renderGuideline({
            ...INPUT,
            doc,
            isNew: true,
            report,
            firstAdded,
            similar: [similar],
            indexRow: row,
            language,
          });
          expect(text.length).toBeLessThanOrEqual(400);
          expect(topicIn(`done\n\n${text}`)).toBe(guidelineTopic(doc));
        },
      ),
    );
    const similar = ["memory-bank/details/design/some-long-name-of-a-doc.md"];
    const crowded = renderGuideline({
      ...INPUT,
      firstAdded: "x".repeat(60),
      similar,
      indexRow: "y".repeat(200),
    });
    expect(crowded).toContain(similar[0]);
  });
});
