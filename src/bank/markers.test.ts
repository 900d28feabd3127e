import { describe, expect, it } from "vitest";
import { findConflicts, findVersion } from "./markers.ts";

describe("the version marker", () => {
  it.each([
    ["<!-- MEMORY_BANK_TEMPLATE:v7.1 -->", "v7.1", true],
    ["<!--MEMORY_BANK_TEMPLATE: v8-->", "v8", true],
    ["text <!-- MEMORY_BANK_TEMPLATE:v7.10 -->", "v7.10", true],
    ["<!-- MEMORY_BANK_TEMPLATE:v7 -->", "v7", false],
    ["<!-- MEMORY_BANK_TEMPLATE:v7.0.9 -->", "v7.0.9", false],
    ["<!-- MEMORY_BANK_TEMPLATE:v7.x -->", "v7.x", false],
    ["<!-- MEMORY_BANK_TEMPLATE -->", "", false],
  ])("%s", (text, value, isCurrent) => {
    expect(findVersion(text)).toMatchObject({ value, isCurrent });
  });

  it.each([
    "```\n<!-- MEMORY_BANK_TEMPLATE:v7.1 -->\n```",
    "<!-- USER_BLOCK_START -->\n<!-- MEMORY_BANK_TEMPLATE:v7.1 -->\n<!-- USER_BLOCK_END -->",
    "<!-- MEMORY_BANK_TEMPLATES:v7.1 -->",
  ])("is not seen in %j", (text) => {
    expect(findVersion(text)).toBeUndefined();
  });
});

const CONFLICT = "<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> other\n";

it.each([
  [`# A\n\n${CONFLICT}b\n${CONFLICT}`, [3, 9]],
  ["a\r\nb\r\n<<<<<<< HEAD\r\nc", [3]],
  ["a\n=======\nb\n>>>>>>> other\n", [4]],
  [`\`\`\`\n${CONFLICT}`, [2]],
  [`\`\`\`\n${CONFLICT}\`\`\`\n`, []],
  ["Title\n=======\n\n> > quoted\n<<<<<< six\n<<<<<<<<eight\n", []],
])("conflicts in %j begin at lines %j", (text, lines) => {
  expect(findConflicts(text).map(({ line }) => line)).toEqual(lines);
});
