import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findQuote, toHaystack } from "./find-quote.ts";

const FILE = [
  "# Patterns",
  "",
  "- Handlers never open a connection of their own.",
  '- They say "please" & wait\u00a0for the pool.',
  "\tcfg.MaxConns = 20",
  "\tcfg.MinConns = 2",
  "cafe\u0301 au lait is served at the gate",
  "call(...args) // spread",
  "短句",
  "mode: b",
  "x",
  "---",
  "The retry limit is 30, and 2.5 s is the pause.",
  "It is not the one that they have",
  "else {",
].join("\r\n");
const find = (quote: string) => findQuote(quote, toHaystack(FILE));

describe("a quote is found", () => {
  it.each([
    ["as it stands", "Handlers never open a connection"],
    ["with other line breaks and indents", "cfg.MaxConns = 20\n    cfg.MinConns = 2   "],
    ["with the numbers of the read tool", "5: \tcfg.MaxConns = 20\n6: \tcfg.MinConns = 2"],
    ["with numbers and a bar", " 5| cfg.MaxConns = 20\n 6| cfg.MinConns = 2"],
    ["as a Markdown quote", "> - Handlers never open\n> a connection of their own."],
    ["in quotes", '"Handlers never open a connection"'],
    ["in a fence", "```\ncfg.MaxConns = 20\n```"],
    [
      "in quotes, numbered, in a fence",
      "```md\n3: “- Handlers never open a connection of their own.”\n```",
    ],
    ["with smart quotes and entities", "They say “please” &amp; wait for the pool."],
    ["composed otherwise", "café au lait is served"],
    ["with an elision", "Handlers never open … wait for the pool."],
    ["with elisions at both ends", "...never open a connection [...] cfg.MinConns = 2 ..."],
    ["with dots that are its own", "call(...args) // spread"],
    ["short, but a whole line", "mode: b"],
    ["short, but a whole line of ideographs", "短句"],
    ["a heading, without its line's neighbours", "# Patterns"],
  ])("%s", (_, quote) => {
    expect(find(quote)).toBe("found");
  });
});

describe("a quote is not found", () => {
  it.each([
    ["with one word changed", "Handlers never close a connection of their own."],
    ["with one word left out", "Handlers open a connection of their own."],
    ["in other letter case", "handlers never open a connection"],
    ["with its pieces in another order", "cfg.MinConns = 2 … Handlers never open"],
    ["with a number changed", "cfg.MaxConns = 200"],
    ["with numbers that do not rise", "6: cfg.MaxConns = 20\n5: cfg.MinConns = 2"],
    ["short", "zebra"],
    ["with a number cut", "The retry limit is 3"],
    ["with a decimal cut", "limit is 30, and 2"],
    ["with a word cut", "andlers never open a connection"],
    ["with a word cut at its end", "Handlers never open a connect"],
  ])("%s", (_, quote) => {
    expect(find(quote)).toBe("not-found");
  });

  it("when its pieces are pages apart", () => {
    const far = toHaystack(`the first sentence\n${"word ".repeat(1000)}\nthe second sentence`);
    expect(findQuote("the first sentence … the second sentence", far)).toBe("not-found");
  });
});

it.each([
  "open",
  "Handlers … the pool",
  "…",
  "20",
  "x",
  "-",
  "#",
  "---",
  "----------",
  "|",
  "`",
  '""',
  "else {",
  "It is not the one that they have",
  "is not the",
  "句",
])("%s proves nothing", (quote) => {
  expect(find(quote)).not.toBe("found");
});

describe("a quote whose denial was left out", () => {
  const hay = toHaystack(
    "- Do not deploy on Friday.\n- Handlers MUST **never** open a connection\n- 周五不要部署到生产环境\n- Reviews are not optional. Deploys happen on Tuesday.\n",
  );

  it.each([
    "deploy on Friday",
    "open a connection",
    "部署到生产环境",
    "deploy on Friday … open a connection",
  ])("proves the opposite: %s", (quote) => {
    expect(findQuote(quote, hay)).toBe("denied");
  });

  it.each([
    "not deploy on Friday",
    "never** open a connection",
    "不要部署到生产环境",
    "Deploys happen on Tuesday",
  ])("is found with it, or where none belongs to it: %s", (quote) => {
    expect(findQuote(quote, hay)).toBe("found");
  });
});

describe("a quote with an elision", () => {
  const text = `Deploys are reviewed by two people.\n${"More of it. ".repeat(20)}\nHotfixes are never allowed on Friday.`;
  const hay = toHaystack(text + "\nword ".repeat(200) + "and the last sentence");

  it("is found where its pieces stand together", () => {
    expect(findQuote("Deploys are reviewed … never allowed on Friday", hay)).toBe("found");
  });

  it.each([
    "Deploys are reviewed … and the last sentence",
    "Deploys are … never allowed",
    "never allowed on Friday … Deploys are reviewed",
    "Deploys … are … reviewed … by … two people … Hotfixes are never",
  ])("is not where they were put together: %s", (quote) => {
    expect(findQuote(quote, hay)).not.toBe("found");
  });
});

describe("for any file", () => {
  const word = fc.stringMatching(/^[a-z\u4e00-\u4e20]{3,9}$/);
  const mark = fc.constantFrom("", "- ", "> ", "# ", '"', "`", "\t", "  ", "| ", "1. ", "…", "& ");
  const line = fc
    .tuple(
      mark,
      fc.array(word, { minLength: 3, maxLength: 9 }),
      fc.constantFrom("", ".", '"', "`", " |"),
    )
    .map(([before, words, after]) => before + words.join(" ") + after);
  const file = fc
    .tuple(fc.array(line, { minLength: 1, maxLength: 12 }), fc.constantFrom("\n", "\r\n"))
    .map(([lines, lineBreak]) => lines.join(lineBreak));

  it("what stands in it is found", () => {
    fc.assert(
      fc.property(file, fc.nat(), fc.integer({ min: 16, max: 200 }), (text, at, length) => {
        let from = at % Math.max(1, text.length - length);
        let to = from + length;
        // A word is quoted whole.
        while (/[a-z]{2}/.test(text.slice(Math.max(0, from - 1), from + 1))) from -= 1;
        while (/[a-z]{2}/.test(text.slice(to - 1, to + 1))) to += 1;
        const quote = text.slice(from, to);
        fc.pre(!/不\s?$/.test(text.slice(0, from)));
        fc.pre(quote.replaceAll(/[^a-z\u4e00-\u4e20]/g, "").length >= 8);
        expect(findQuote(quote, toHaystack(text))).toBe("found");
      }),
      { seed: 11, numRuns: 2000 },
    );
  });

  it("what has another word in it is not", () => {
    fc.assert(
      fc.property(file, fc.nat(), fc.stringMatching(/^[A-Z]{2,8}$/), (text, at, other) => {
        const words = [...text.matchAll(/[a-z\u4e00-\u4e20]{3,9}/g)];
        const { index = 0, 0: old = "" } = words[at % words.length] ?? {};
        const quote = text.slice(0, index) + other + text.slice(index + old.length);
        expect(findQuote(quote, toHaystack(text))).not.toBe("found");
      }),
      { seed: 12, numRuns: 2000 },
    );
  });
});
