import * as fc from "fast-check";

const LINES = [
  "# Title",
  "## Stack",
  "## Commands ##",
  "  ## Indented",
  "### Deeper",
  "- ## not one",
  "",
  "",
  "text",
  "中文 😀",
  "| to | run |",
  "|---|:--|",
  "| a \\| b | `c` |",
  "x | y",
  "```",
  "~~~",
  "  ```",
  "- item",
  "> quote",
  "    code",
  "<div>",
  "<!--",
  "-->",
  "[a](details/tech.md#x), `[b](c.md)`",
  "[a]: <b c.md>",
  "<!-- MEMORY_BANK_TEMPLATE:v7.0 -->",
  "<!-- MACHINE_BLOCK_START -->",
  "<!-- MACHINE_BLOCK_END -->",
  "<!-- USER_BLOCK_START -->",
  "<!-- USER_BLOCK_END -->",
];

const lineBreak = fc.constantFrom("\n", "\n", "\r\n", "\r");

/** Anything that could be in a file: mixed line breaks, broken markers, open fences. */
export const wildText: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom("", "\uFEFF"),
    fc.array(fc.tuple(fc.oneof(fc.constantFrom(...LINES), fc.string()), lineBreak)),
    fc.constantFrom("", "text", "| a | b |"),
  )
  .map(([mark, lines, last]) => mark + lines.map((parts) => parts.join("")).join("") + last);

/** A doc as we write it, with one line ending and anything in its user block but markers. */
export const soundDoc: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom("", "\uFEFF"),
    fc.constantFrom("\n", "\r\n"),
    fc.array(fc.constantFrom("", "text", "中文 😀", "- item", "```\n## no\n```", "  trailing  ")),
    fc.array(fc.constantFrom("", "mine  ", "## Stack", "| a | b |\n|---|---|", "```", "> q")),
    fc.constantFrom("", "\n", "\n\n", "\nafter\n"),
  )
  .map(([mark, ending, machine, user, tail]) => {
    const lines = [
      "# Tech",
      "",
      "<!-- MACHINE_BLOCK_START -->",
      "## Stack",
      "",
      "| part | what |",
      "|---|---|",
      "| a | b |",
      "",
      ...machine,
      "",
      "## Notes to self",
      "- one",
      "<!-- MACHINE_BLOCK_END -->",
      "",
      "<!-- USER_BLOCK_START -->",
      ...user,
      "<!-- USER_BLOCK_END -->",
    ];
    return mark + (lines.join("\n") + tail).replaceAll("\n", ending);
  });
