import { describe, expect, it } from "vitest";
import { type Piece, renderDoc } from "./render-markdown.ts";

const KINDS = new Map([
  ["details/patterns.md", "doc"],
  ["details/gone.md", "missing"],
] as const);

const renderStretches = (text: string) =>
  renderDoc(text, {
    doc: "details/tech.md",
    kindOf: (path) => KINDS.get(path as "details/gone.md"),
  });
const render = (text: string) => renderStretches(text).flatMap(({ pieces }) => pieces);

function partsOf(pieces: readonly Piece[]): Exclude<Piece, string>[] {
  return pieces.flatMap((piece) =>
    typeof piece === "string" ? [] : [piece, ...partsOf(piece.children)],
  );
}
const textOf = (pieces: readonly Piece[]): string =>
  pieces.map((piece) => (typeof piece === "string" ? piece : textOf(piece.children))).join("");
const linksOf = (text: string) => partsOf(render(text)).flatMap(({ link }) => link ?? []);

describe("renderDoc", () => {
  it("gives parts for a text, with the lines of the doc", () => {
    expect(render("# A\n\n- [x] b *c*\n")).toMatchObject([
      { tag: "h3", line: 1, children: ["A"] },
      {
        tag: "ul",
        line: 3,
        children: [{ tag: "li", children: ["☑ b ", { tag: "em", children: ["c"] }] }],
      },
    ]);
  });

  it("knows where a link leads", () => {
    expect(linksOf("[a](patterns.md#x) [b](gone.md) [c](../src/a.ts) <https://a.example>")).toEqual(
      [
        { kind: "doc", path: "details/patterns.md" },
        { kind: "missing", path: "details/gone.md" },
        { kind: "file", path: "src/a.ts" },
        { kind: "web", address: "https://a.example" },
      ],
    );
    expect(linksOf("tech.md and www.example.com are words")).toEqual([]);
  });

  it("makes no link of what a browser would run or load", () => {
    for (const target of [
      "javascript:alert(1)",
      "JaVaScRiPt:alert(1)",
      "&#106;avascript:alert(1)",
      "java&#10;script:alert(1)",
      "vbscript:x",
      "data:text/html,<script>alert(1)</script>",
      "data:image/png;base64,AAAA",
      "file:///etc/passwd",
      "//evil.example/a.md",
      "/etc/passwd",
      "\\\\evil.example\\x",
      "blob:x",
    ]) {
      const found = [...linksOf(`[x](${target})`), ...linksOf(`[x](<${target}>)`)];
      expect(found.filter(({ kind }) => kind === "web" || kind === "doc")).toEqual([]);
    }
  });

  it("shows HTML and images as words", () => {
    const pieces = render(
      "<script>alert(1)</script>\n\na <img src=x onerror=alert(1)> b\n\n![words](https://a.example/x.png)\n",
    );
    expect(new Set(partsOf(pieces).map(({ tag }) => tag))).toEqual(new Set(["div", "p", "span"]));
    expect(textOf(pieces)).toContain("<script>alert(1)</script>");
    expect(textOf(pieces)).toContain("<img src=x onerror=alert(1)>");
    expect(textOf(pieces)).toContain("words");
  });

  it("tells whose each stretch is, without the markers; a definition counts in all of them", () => {
    const stretches = renderStretches(
      "\uFEFF# T\n\n<!-- MACHINE_BLOCK_START -->\n| a [p][] |\n|---|\n| b |\n<!-- MACHINE_BLOCK_END -->\n<!-- USER_BLOCK_START -->\n- c\n<!-- USER_BLOCK_END -->\n\nd\n\n[p]: patterns.md\n",
    );
    expect(
      stretches.map(({ owner, pieces }) => `${owner}: ${textOf(pieces).replaceAll(/\s+/g, " ")}`),
    ).toEqual(["nobody: T", "machine: a pb", "user: c", "nobody: d"]);
    expect(stretches.map(({ pieces: [piece] }) => (piece as { line: number }).line)).toEqual([
      1, 4, 9, 12,
    ]);
    expect(partsOf(stretches[1]?.pieces ?? []).flatMap(({ link }) => link ?? [])).toEqual([
      { kind: "doc", path: "details/patterns.md" },
    ]);
  });

  it("takes a marker in a fence for the example that it is, and has nothing of an empty doc", () => {
    const text = "```\n<!-- USER_BLOCK_START -->\nx\n<!-- USER_BLOCK_END -->\n```\n";
    expect(renderStretches(text)).toMatchObject([{ owner: "nobody", pieces: [{ line: 1 }] }]);
    expect(renderStretches("\uFEFF\n\n")).toEqual([]);
  });
});
