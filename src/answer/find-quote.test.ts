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
  "x",
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
    ["short, but a whole line", "x"],
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
  ])("%s", (_, quote) => {
    expect(find(quote)).toBe("not-found");
  });

  it("when its pieces are pages apart", () => {
    const far = toHaystack(`the first sentence\n${"word ".repeat(1000)}\nthe second sentence`);
    expect(findQuote("the first sentence … the second sentence", far)).toBe("not-found");
  });
});

it.each(["open", "Hand … pool", "…", "20"])("%s proves nothing", (quote) => {
  expect(find(quote)).not.toBe("found");
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
        const from = at % Math.max(1, text.length - length);
        const quote = text.slice(from, from + length);
        fc.pre(quote.replaceAll(/\s/g, "").length >= 8);
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
