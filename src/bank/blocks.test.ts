import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findBlockDamage, parseBlocks, putBackUserBlocks } from "./blocks.ts";
import { splitLines } from "../markdown/lines.ts";

const DOC = [
  "# Tech",
  "",
  "<!-- MACHINE_BLOCK_START -->",
  "- TypeScript",
  "<!-- MACHINE_BLOCK_END -->",
  "",
  "<!-- USER_BLOCK_START -->",
  "## Notes",
  "mine  ",
  "<!-- USER_BLOCK_END -->",
  "",
].join("\n");

const MACHINE = "<!-- MACHINE_BLOCK_START -->\nm\n<!-- MACHINE_BLOCK_END -->\n";
const USER = "<!-- USER_BLOCK_START -->\nu\n<!-- USER_BLOCK_END -->\n";

const kinds = (text: string) => parseBlocks(text).markers.map(({ marker }) => marker);
const userTexts = (text: string) =>
  parseBlocks(text).user.map(({ from, to }) => text.slice(from, to));

describe("parseBlocks", () => {
  it("gives whole lines and exact spans", () => {
    const { markers, user, machine, problems } = parseBlocks(DOC);
    expect(markers.map(({ from, to, line }) => [DOC.slice(from, to), line])).toEqual([
      ["<!-- MACHINE_BLOCK_START -->", 3],
      ["<!-- MACHINE_BLOCK_END -->", 5],
      ["<!-- USER_BLOCK_START -->", 7],
      ["<!-- USER_BLOCK_END -->", 10],
    ]);
    expect(user.map(({ from, to }) => DOC.slice(from, to))).toEqual([
      "<!-- USER_BLOCK_START -->\n## Notes\nmine  \n<!-- USER_BLOCK_END -->",
    ]);
    expect(machine.map(({ from, to }) => DOC.slice(from, to))).toEqual([
      "<!-- MACHINE_BLOCK_START -->\n- TypeScript\n<!-- MACHINE_BLOCK_END -->",
    ]);
    expect(problems).toEqual([]);
  });

  it.each([
    ["spaces around and inside", "  <!--USER_BLOCK_START  --> \nu\n\t<!--  USER_BLOCK_END-->"],
    ["CRLF", "<!-- USER_BLOCK_START -->\r\nu\r\n<!-- USER_BLOCK_END -->\r\n"],
    ["a byte order mark", "\uFEFF<!-- USER_BLOCK_START -->\nu\n<!-- USER_BLOCK_END -->"],
    ["indented code", "    <!-- USER_BLOCK_START -->\n    u\n    <!-- USER_BLOCK_END -->"],
  ])("takes %s", (_, text) => {
    expect(kinds(text)).toEqual(["user-start", "user-end"]);
  });

  it.each([
    "text <!-- USER_BLOCK_START -->",
    "<!-- USER_BLOCK_START --> text",
    "> <!-- USER_BLOCK_START -->",
    "`<!-- USER_BLOCK_START -->`",
    "<!-- USER_BLOCK -->",
  ])("takes a line of its own only: %s", (text) => {
    expect(kinds(text)).toEqual([]);
  });
});

describe("a marker in a code fence", () => {
  it.each([
    ["a fence", `\`\`\`markdown\n${USER}\`\`\`\n`],
    ["a list", "- item\n\n  ```\n  <!-- USER_BLOCK_START -->\n  <!-- USER_BLOCK_END -->\n  ```\n"],
    ["a list's first line", "1. ```\n   <!-- USER_BLOCK_START -->\n   ```\n"],
  ])("does not count: %s", (_, text) => {
    expect(kinds(text)).toEqual([]);
    expect(kinds(text + USER)).toEqual(["user-start", "user-end"]);
  });

  it.each([
    ["the fence is a list's and has ended with it", `- \`\`\`js\n  code\n${USER}`],
    ["the fence is in a comment", `<!--\n\`\`\`\n-->\n${USER}\n\`\`\`\n\`\`\`\n`],
    ["the fence was never closed", `\`\`\`\ncode\n${USER}`],
  ])("counts when %s", (_, text) => {
    expect(kinds(text)).toEqual(["user-start", "user-end"]);
  });
});

describe("what is the user's where markers are wrong", () => {
  it("reaches to the end of the doc without an end", () => {
    expect(userTexts(`${MACHINE}<!-- USER_BLOCK_START -->\nu\n\nv\n`)).toEqual([
      "<!-- USER_BLOCK_START -->\nu\n\nv\n",
    ]);
  });

  it("begins at the marker before it without a start", () => {
    expect(userTexts(`${MACHINE}u\n<!-- USER_BLOCK_END -->\nfree\n`)).toEqual([
      "\nu\n<!-- USER_BLOCK_END -->",
    ]);
    expect(userTexts("\uFEFFu\n<!-- USER_BLOCK_END -->\nfree\n")).toEqual([
      "u\n<!-- USER_BLOCK_END -->",
    ]);
  });
});

describe("problems", () => {
  it.each([
    [MACHINE + USER, []],
    [
      "# no blocks",
      ["missing machine-start", "missing machine-end", "missing user-start", "missing user-end"],
    ],
    [USER, ["missing machine-start", "missing machine-end"]],
    [USER + MACHINE, ["out-of-order machine-start 4", "out-of-order machine-end 6"]],
    [MACHINE + USER + USER, ["doubled user-start 7", "doubled user-end 9"]],
    [MACHINE + USER.replace("END", "START"), ["missing user-end", "doubled user-start 6"]],
    [
      "<!-- MACHINE_BLOCK_START -->\n<!-- USER_BLOCK_START -->\n<!-- MACHINE_BLOCK_END -->\n<!-- USER_BLOCK_END -->",
      ["out-of-order machine-end 3"],
    ],
  ])("%j", (text, expected) => {
    const problems = parseBlocks(text).problems.map((problem) =>
      problem.kind === "missing"
        ? `missing ${problem.marker}`
        : `${problem.kind} ${problem.marker} ${problem.line}`,
    );
    expect(problems).toEqual(expected);
  });
});

describe("findBlockDamage", () => {
  it.each([
    ["a character in the user block", "mine", "mime", "user-block-changed", 9],
    ["its trailing spaces", "mine  ", "mine", "user-block-changed", 9],
    ["its start line", "<!-- USER_BLOCK_START", "<!--USER_BLOCK_START", "user-block-changed", 7],
    ["a marker that goes", "<!-- MACHINE_BLOCK_END -->\n", "", "markers-changed", 5],
    ["a second end", "## Notes", "## Notes\n<!-- USER_BLOCK_END -->", "markers-changed", 11],
    ["a second machine block", "# Tech", MACHINE, "markers-changed", 7],
  ])("finds %s", (_, from, to, kind, line) => {
    expect(findBlockDamage(DOC, DOC.replace(from, to))).toEqual({ kind, line });
  });

  it("finds a moved block, changed line endings and a fence around a block", () => {
    expect(findBlockDamage(MACHINE + USER, USER + MACHINE)).toEqual({
      kind: "markers-changed",
      line: 1,
    });
    expect(findBlockDamage(DOC.replaceAll("\n", "\r\n"), DOC)?.kind).toBe("user-block-changed");
    expect(findBlockDamage(USER, `\`\`\`\n${USER}\`\`\`\n`)?.kind).toBe("markers-changed");
  });

  it("lets a doc gain the markers it lacks", () => {
    expect(findBlockDamage("# Tech\n", DOC)).toBeUndefined();
    expect(findBlockDamage(MACHINE, MACHINE + USER)).toBeUndefined();
    expect(findBlockDamage(USER, MACHINE + USER)).toBeUndefined();
    expect(findBlockDamage(USER, USER.replace("u\n", `u\n${MACHINE}`))?.kind).toBe(
      "user-block-changed",
    );
  });
});

describe("putBackUserBlocks", () => {
  it("keeps everything else that was written", () => {
    const after = DOC.replace("TypeScript", "Rust")
      .replace("mine  ", "yours")
      .replace("# Tech", "# T");
    expect(putBackUserBlocks(DOC, after)).toBe(
      DOC.replace("TypeScript", "Rust").replace("# Tech", "# T"),
    );
  });

  it("does not guess", () => {
    expect(putBackUserBlocks(`a\n${USER}b\n`, "c\n")).toBeUndefined();
    expect(putBackUserBlocks(USER, USER.replace("<!-- USER_BLOCK_END -->", ""))).toBeUndefined();
    expect(putBackUserBlocks(USER, USER + USER)).toBeUndefined();
    expect(putBackUserBlocks(USER + USER, "gone\n")).toBeUndefined();
    expect(putBackUserBlocks(MACHINE, "gone\n")).toBeUndefined();
  });
});

const MARKERS = [
  "<!-- MACHINE_BLOCK_START -->",
  "<!-- MACHINE_BLOCK_END -->",
  "<!-- USER_BLOCK_START -->",
  "<!-- USER_BLOCK_END -->",
];
const wildLine = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...MARKERS, ...MARKERS.map((line) => `  ${line} `)) },
  {
    weight: 2,
    arbitrary: fc.constantFrom("```", "~~~", "- ```", "  ```", "> ```", "", "- a", "    x", "word"),
  },
  { weight: 2, arbitrary: fc.string({ maxLength: 8 }) },
);
const lineBreak = fc.constantFrom("\n", "\r\n");
const wildText = fc
  .tuple(fc.array(wildLine, { maxLength: 14 }), lineBreak, fc.constantFrom("", "\uFEFF"))
  .map(([lines, end, mark]) => mark + lines.join(end));
/** Words that can neither be a marker nor move one. */
const words = fc.string({ unit: fc.constantFrom("a", "é", "记", "😀", " ", "1"), maxLength: 8 });
const wildDoc = fc.oneof(
  wildText,
  fc.tuple(words, wildText).map(([head, rest]) => `# ${head}\n${MACHINE}${USER}${rest}`),
);

describe("any text", () => {
  it("keeps markers and blocks in order, each block at lines of its own", () => {
    fc.assert(
      fc.property(wildText, (text) => {
        const { markers, user, machine } = parseBlocks(text);
        const spans = [...user, ...machine].toSorted((a, b) => a.from - b.from);
        for (const list of [markers, spans]) {
          list.forEach(({ from, to }, index) => {
            expect(from).toBeLessThanOrEqual(to);
            expect(to).toBeLessThanOrEqual(list[index + 1]?.from ?? text.length);
          });
        }
        for (const { from, to } of markers) {
          expect(MARKERS).toContain(text.slice(from, to).trim());
        }
        // No user marker stands outside a user block: what is in doubt is the user's.
        for (const { marker, from, to } of markers) {
          if (!marker.startsWith("user")) continue;
          expect(user.some((block) => block.from <= from && to <= block.to)).toBe(true);
        }
        expect(findBlockDamage(text, text)).toBeUndefined();
      }),
    );
  });

  it("has no damage from an edit outside the user blocks and markers", () => {
    fc.assert(
      fc.property(wildDoc, fc.nat(), words, (text, pick, word) => {
        const { markers, user } = parseBlocks(text);
        // Behind a plain word, where other words cannot become part of another construct.
        const places = splitLines(text).filter(
          ({ from, to }) =>
            /^(?:# )?[a-z]+$/i.test(text.slice(from, to)) &&
            [...markers, ...user].every((guarded) => to < guarded.from || from > guarded.to),
        );
        fc.pre(places.length > 0);
        const at = places[pick % places.length]?.to ?? 0;
        expect(findBlockDamage(text, text.slice(0, at) + word + text.slice(at))).toBeUndefined();
      }),
    );
  });

  it("is damaged by every edit inside a user block", () => {
    fc.assert(
      fc.property(
        wildDoc,
        fc.nat(),
        fc.nat(),
        fc.nat({ max: 3 }),
        words,
        (text, pick, offset, cut, word) => {
          const { user } = parseBlocks(text);
          fc.pre(user.length > 0);
          const { from, to } = user[pick % user.length] ?? { from: 0, to: 0 };
          fc.pre(to - from >= 2);
          const at = from + 1 + (offset % (to - from - 1));
          const end = Math.min(to, at + cut);
          fc.pre(text.slice(at, end) !== word);
          const after = text.slice(0, at) + word + text.slice(end);
          fc.pre(after !== text);
          expect(findBlockDamage(text, after)).toBeDefined();
        },
      ),
    );
  });

  it("is whole again once its user blocks were put back", () => {
    fc.assert(
      fc.property(wildDoc, wildDoc, fc.nat(), fc.nat(), words, (before, other, a, b, word) => {
        const [from, to] = [a % (before.length + 1), b % (before.length + 1)].toSorted(
          (x, y) => x - y,
        );
        const edited = before.slice(0, from) + word + before.slice(to);
        for (const after of [other, edited]) {
          const result = putBackUserBlocks(before, after);
          if (findBlockDamage(before, after) === undefined) expect(result).toBe(after);
          if (result === undefined) continue;
          expect(findBlockDamage(before, result)).toBeUndefined();
          if (kinds(after).join() !== kinds(before).join()) continue;
          expect(withoutUserBlocks(result)).toBe(withoutUserBlocks(after));
        }
      }),
    );
  });
});

function withoutUserBlocks(text: string): string {
  return parseBlocks(text).user.reduceRight(
    (rest, { from, to }) => rest.slice(0, from) + rest.slice(to),
    text,
  );
}
