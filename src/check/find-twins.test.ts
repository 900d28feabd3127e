import { expect, it } from "vitest";
import { renderTemplate } from "../bank/render-template.ts";
import { toCheckedDoc } from "./checked-doc.ts";
import { findTwins } from "./find-twins.ts";

const twins = (docs: Readonly<Record<string, string>>) =>
  findTwins(Object.entries(docs).map(([path, text]) => toCheckedDoc(path, text)));
const lines = (count: number, word = "kettle") =>
  Array.from({ length: count }, (_, index) => `${word} number ${index} is on the shelf`).join("\n");

it("finds the same text in another layout, whatever the user says besides", () => {
  const [one, other] = [lines(4), lines(4).replaceAll(/^/gm, "* ").toUpperCase()];
  const block = "<!-- USER_BLOCK_START -->\nmine\n<!-- USER_BLOCK_END -->\n";
  expect(twins({ "a.md": `# A\n${one}\n`, "b.md": `## B\n\n${other}\n\n${block}` })).toEqual([
    { path: "b.md", twin: "a.md", isExact: true },
  ]);
});

it("finds nearly the same text, and leaves half the same alone", () => {
  const most = `${lines(20)}\nsomething new`;
  expect(twins({ "a.md": lines(20), "b.md": most })).toEqual([
    { path: "b.md", twin: "a.md", isExact: false },
  ]);
  expect(twins({ "a.md": lines(20), "b.md": `${lines(12)}\n${lines(12, "pot")}` })).toEqual([]);
});

it("leaves short docs and docs that are still blank alone", () => {
  const blank = (title: string) =>
    renderTemplate("learning", "en", {
      title,
      symptom: null,
      cause: null,
      remedy: null,
      pointer: null,
    });
  expect(
    twins({ "a.md": "short\n", "b.md": "short\n", "c.md": blank("C"), "d.md": blank("D") }),
  ).toEqual([]);
});
