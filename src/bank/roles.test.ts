import { expect, test } from "vitest";
import { docOf, isAnchor, playersOf, roleOf } from "./roles.ts";

test.each([
  ["details/patterns.md", "conventions"],
  ["systemPatterns.md", "conventions"],
  ["style-guide.md", "conventions"],
  ["CLAUDE.md", "conventions"],
  ["implementation-plan.md", "progress"],
  ["02_techContext.md", "stack"],
  ["PROGRESS.md", "progress"],
  ["core/activeContext.md", "focus"],
  ["tasks/TASK-001-login.md", "focus"],
  ["game-design-document.md", "requirements"],
  ["details/requirements/REQ-001-login.md", "requirements"],
  ["design.md", "designs"],
  ["creative/creative-menu.md", "designs"],
  ["details/learnings/2026-01-01-cache.md", "lessons"],
  ["decisionLog.md", "decisions"],
  ["guides/progress.md", undefined],
  ["details/systemPatterns.md", undefined],
  ["README.md", undefined],
])("%s plays %s", (doc, role) => {
  expect(roleOf(doc)).toBe(role);
});

test("of several docs the one of our layout is asked for, then the best known name", () => {
  const others = ["architecture.md", "style-guide.md", "systemPatterns.md"];
  expect(docOf("conventions", [...others, "details/patterns.md"])).toBe("details/patterns.md");
  expect(docOf("conventions", others)).toBe("systemPatterns.md");
  expect(playersOf("conventions", others)).toEqual([
    "systemPatterns.md",
    "style-guide.md",
    "architecture.md",
  ]);
});

test("a folder plays a role once, by its own spelling, and is no single doc", () => {
  const paths = ["Tasks/a.md", "Tasks/b.md", "core/tasks/c.md"];
  expect(playersOf("focus", paths)).toEqual(["Tasks/"]);
  expect(docOf("focus", paths)).toBeUndefined();
  expect(playersOf("focus", [...paths, "activeContext.md"])).toEqual([
    "activeContext.md",
    "Tasks/",
  ]);
});

test("anchors tell what the task is; a brief and the conventions do not", () => {
  const anchors = [
    "details/requirements/REQ-001-login.md",
    "details/design/api.md",
    "details/progress.md",
    "progress.md",
    "activeContext.md",
    "context.md",
    "tasks.md",
    "tasks/a.md",
  ];
  expect(anchors.filter((doc) => !isAnchor(doc))).toEqual([]);
  const others = ["projectbrief.md", "systemPatterns.md", "techContext.md", "details/tech.md"];
  expect(others.filter(isAnchor)).toEqual([]);
});
