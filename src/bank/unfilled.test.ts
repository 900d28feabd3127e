import { describe, expect, it } from "vitest";
import { isUnfilled } from "./unfilled.ts";

const TEMPLATE = `# Project Brief

## Overview
[Describe the project in a sentence or two]

## Goals
- [Goal 1]
- [Goal 2]

## Owner: TBD
- **Status:** [Active/Done]
- **Since:** YYYY-MM-DD
<!-- Keep this short -->
`;

describe("a template that nobody has filled in", () => {
  it.each([
    ["blanks in brackets", TEMPLATE],
    ["headings alone", "# Patterns\n\n## Naming\n\n## Errors\n"],
    ["to be filled in", "# 技术\n\n- 语言：待填写\n- 框架：（待补充）\n- (결정 1)\n"],
    ["its labels", "# Context\n\n**Current focus:**\n\n- To be determined\n\n**Next:** TODO\n"],
    [
      "a template's first sentence",
      "# Active Context *Optional*\n\nIt is optional, but recommended.\n\nEste arquivo resume o projeto.\n\n  This file tracks the project's current status.\n  2025-01-02 10:00:00 - Log of updates made.\n\n*\n\n## Current Focus\n\n*   \n",
    ],
    ["braces, questions", "# {{p}}\n\nStack: {language}\n- What is new?\n- List the goals.\n"],
  ])("%s", (_, text) => expect(isUnfilled(text)).toBe(true));

  it.each([
    ["a sentence", "# Brief\n\nTea sorts mail.\n"],
    ["links", "# Docs\n\n- [Design](design.md)\n- [Plan](plan.md)\n"],
    ["tasks", "# Tasks\n\n- [ ] write the parser\n- [x] read the file\n"],
    ["labels with values", "# Tech\n\n- **Language:** Go\n- **Build:** make\n- **Deploy:** TBD\n"],
    ["rows", "| part | what |\n|---|---|\n| language | Go |\n"],
  ])("is not %s", (_, text) => expect(isUnfilled(text)).toBe(false));
});
