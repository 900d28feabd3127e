import { expect, test } from "vitest";
import { readFirstParagraph } from "./first-paragraph.ts";

test.each([
  [
    "below headings",
    "# Brief\n\n## Overview\n\nTea is a timer for kitchens.\n",
    "Tea is a timer for kitchens.",
  ],
  [
    "without any heading",
    "Tea is a timer\nfor kitchens.\n\nMore.\n",
    "Tea is a timer for kitchens.",
  ],
  [
    "with emphasis and links",
    "# B\n\n**Tea** is a [timer](x.md) for kitchens.\n",
    "Tea is a timer for kitchens.",
  ],
  [
    "behind badges and a comment",
    "# B\n\n[![ci](a.svg)](b)\n\n<!-- fill this in -->\n\nTea is a timer for kitchens.\n",
    "Tea is a timer for kitchens.",
  ],
  [
    "behind front matter",
    "---\nname: brief\n---\n\nTea is a timer for kitchens.\n",
    "Tea is a timer for kitchens.",
  ],
  [
    "behind labels",
    "# B\n\n**Project name:** Tea\n**Version:** 1\n\nTea is a timer for kitchens.\n",
    "Tea is a timer for kitchens.",
  ],
  [
    "behind words about the doc",
    "# B\n\nThis document is the foundation of all other files.\n\nTea is a timer for kitchens.\n",
    "Tea is a timer for kitchens.",
  ],
  [
    "behind a blank of a template",
    "# B\n\n[Describe the project]\n\nTea is a timer for kitchens.\n",
    "Tea is a timer for kitchens.",
  ],
  [
    "in a fence around the doc",
    "```markdown\n# B\n\nTea is a timer for kitchens.\n```\n",
    "Tea is a timer for kitchens.",
  ],
  [
    "with Windows line breaks",
    "\uFEFF# B\r\n\r\nTea is a timer\r\nfor kitchens.\r\n",
    "Tea is a timer for kitchens.",
  ],
  [
    "in Chinese",
    "# 项目简介\n\n## 概述\n茶时是一个给厨房用的定时器，支持多个闹钟。\n",
    "茶时是一个给厨房用的定时器，支持多个闹钟。",
  ],
  [
    "in Japanese",
    "# 概要\n\nこのファイルは概要です。\n\n茶時は台所のためのタイマーアプリです。\n",
    "茶時は台所のためのタイマーアプリです。",
  ],
  [
    "in Russian",
    "# Проект\n\nЧай это таймер для кухни и чая.\n",
    "Чай это таймер для кухни и чая.",
  ],
])("the first paragraph %s", (_, text, paragraph) => {
  expect(readFirstParagraph(text)).toBe(paragraph);
});

test.each([
  "",
  "# Brief\n",
  "# Brief\n\n- one\n- two\n",
  "# Brief\n\nProject overview not yet defined\n",
  "# Brief\n\nGoals will be documented here later.\n",
  "# 简介\n\n待补充项目的目标与范围和用户说明。\n",
  "# Brief\n\nThe goals of this library are:\n\n- tea\n",
  "2025-08-30 10:47:49 - Log of updates made.\n",
])("%j has none", (text) => {
  expect(readFirstParagraph(text)).toBeUndefined();
});

test("a long one is cut behind a sentence", () => {
  const sentence = "Tea is a timer for kitchens and for everybody who drinks tea.";
  const paragraph = readFirstParagraph(Array.from({ length: 20 }, () => sentence).join(" ")) ?? "";
  expect(paragraph.length).toBeLessThanOrEqual(500);
  expect(paragraph.endsWith("drinks tea.")).toBe(true);
});
