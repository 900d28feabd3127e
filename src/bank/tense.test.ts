import { describe, expect, it } from "vitest";
import { isHeadingOfAnotherTime, isLineOfAnotherTime, tenseOf } from "./tense.ts";

describe("a doc tells of", () => {
  it.each([
    "progress.md",
    "details/progress.md",
    "journal/first-day.md",
    "archive/auth/old-login.md",
    "details/learnings/cold-kettle.md",
    "notes/2025_02_28_setup.md",
    "plans/20250228.md",
    "decisionLog.md",
    "tasks/completed/one.md",
    "histórico/menu.md",
    "docs/变更记录.md",
  ])("the past: %s", (path) => {
    expect(tenseOf(path)).toBe("past");
  });

  it.each([
    "activeContext.md",
    "tasks/_index.md",
    "refactoring-plan.md",
    "features/FT-001-tea/feature.md",
    "details/design/tins.md",
    "details/requirements/REQ-001-tea.md",
    "計画/お茶.md",
    "план.md",
  ])("what is to be: %s", (path) => {
    expect(tenseOf(path)).toBe("future");
  });

  it.each([
    "MEMORY.md",
    "details/tech.md",
    "details/patterns.md",
    "systemPatterns.md",
    "techContext.md",
    "projectbrief.md",
    "README.md",
    "planet.md",
    "explanation.md",
    "logging.md",
    "架构.md",
    "port-20256.md",
  ])("what is: %s", (path) => {
    expect(tenseOf(path)).toBe("now");
  });
});

describe("a heading of another time", () => {
  it.each([
    "Recent Changes",
    "✅ Login",
    "Next Steps",
    "2026-03-01",
    "Session of 3 May",
    "Completed",
    "Étapes terminées",
    "最近的变更",
    "下一步",
    "今後の予定",
    "Недавние изменения",
  ])("%s", (heading) => {
    expect(isHeadingOfAnotherTime(heading)).toBe(true);
  });

  it.each([
    "Files",
    "How the server starts",
    "`src/old/` and more",
    "目录结构",
    "Next.js",
    "Contrast",
  ])("not %s", (heading) => {
    expect(isHeadingOfAnotherTime(heading)).toBe(false);
  });
});

describe("a line of another time", () => {
  it.each([
    "`src/a.ts` was removed.",
    "~~`src/a.ts`~~",
    "planned: src/a.ts",
    "`src/a.ts` 已删除",
    "- [ ] `src/a.ts`",
    "- [x] `src/a.ts`",
    "| `src/a.ts` | ✅ |",
    "- 2026-03-01: `src/a.ts`",
    "Put it beside the others, e.g. `src/a.ts`",
    "比如 `src/a.ts`",
    "`src/a.ts` a été supprimé",
    "Create `src/a.ts`",
  ])("%s", (line) => {
    expect(isLineOfAnotherTime(line)).toBe(true);
  });

  it.each([
    "- `src/removed.ts`, src/gone/x.ts and [a](obsolete.md)",
    "`src/a.ts` starts the server",
    "`src/a.ts` creates sessions and keeps addresses",
  ])("not %s", (line) => {
    expect(isLineOfAnotherTime(line)).toBe(false);
  });
});
